// check.mjs MODULES PICTURES PAGE...: pages of wpp report in Debian's Chromium.
// Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
//
// MODULES is the folder with puppeteer-core and axe-core; pictures go to the folder PICTURES.  Of each page, every view is
// shown in light and dark and in two sizes: nothing may be on the console, nothing requested, no breach of the policy
// reported, and axe must find nothing serious.  Then the page is used by keyboard alone.
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const [, , modules, pictures, ...pages] = process.argv;
const require = createRequire(resolve(modules) + '/');
const puppeteer = require('puppeteer-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const views = ['overview', 'source', 'paths', 'calls', 'calls?mode=time', 'calls?mode=sandwich', 'time', 'difference'];
let failed = 0;

function check(what, good, why = '') {
  console.log((good ? 'PASS: ' : 'FAIL: ') + what + (good ? '' : ': ' + why));
  failed += !good;
}

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files=false'] });

/* A new tab that notes what must not happen.  */
async function open(file, view, { width, height, theme }) {
  const page = await browser.newPage(), faults = [];
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  page.on('console', m => faults.push('console: ' + m.text()));
  page.on('pageerror', e => faults.push('error: ' + e.message));
  page.on('dialog', d => { faults.push('dialog: ' + d.message()); d.dismiss(); });
  page.on('request', r => { if (r.url().split('#')[0] !== 'file://' + encodeURI(file)) faults.push('request: ' + r.url()); });
  await page.evaluateOnNewDocument(() => {
    window.breaches = [];
    document.addEventListener('securitypolicyviolation', e => window.breaches.push(e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));
  });
  await page.goto('file://' + encodeURI(file) + '#' + view, { waitUntil: 'load' });
  await settled(page);
  return { page, faults };
}

async function settled(page) {
  await page.waitForFunction(() => !document.querySelector('[aria-busy]'), { timeout: 60000 });
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
}

const breachesOf = page => page.evaluate(() => window.breaches);

async function accessible(page) {
  /* The page's policy lets no script in; this one comes by the debugger.  */
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.filter(v => v.impact === 'serious' || v.impact === 'critical')
    .map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' (' + (n.any[0] || n.all[0] || { message: '' }).message + ')').join('; '));
}

async function showAll(file, name) {
  for (const theme of ['light', 'dark'])
    for (const [width, height] of theme === 'light' ? [[1440, 900], [900, 700], [400, 800]] : [[1440, 900], [900, 700]])
      for (const view of views) {
        const { page, faults } = await open(file, view, { width, height, theme });
        const where = `${name}, ${view}, ${theme}, ${width}×${height}`;
        const empty = await page.evaluate(() => ![...document.querySelectorAll('.view')].some(v => !v.hidden && v.innerText.trim()));
        check(where, !empty && !faults.length, empty ? 'nothing is shown' : faults.slice(0, 3).join(' | '));
        const breaches = await breachesOf(page);
        check('… keeps the policy', !breaches.length, breaches.join(' | '));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
        check('… fits the width', !wide, 'it is wider than the window');
        const hidden = await page.evaluate(() => [...document.querySelectorAll('.view:not([hidden]) .item .name, .view:not([hidden]) .code .text')]
          .filter(e => e.textContent && (e.clientWidth || e.offsetWidth) < 60 && e.textContent.length > 12).length);
        check('… has room for names and text', !hidden, hidden + ' are narrower than 60 pixels');
        const serious = width === 1440 ? await accessible(page) : [];
        check('… axe finds nothing serious', !serious.length, serious.join(' | '));
        await page.screenshot({ path: `${pictures}/${name}-${view.replace(/\W+/g, '-')}-${theme}-${width}.png` });
        await page.close();
      }
}

/* All without a mouse: through the bar to each view, into its list, and along it.  */
async function useKeyboard(file, name) {
  const { page, faults } = await open(file, 'overview', { width: 1440, height: 900, theme: 'light' });
  const focused = () => page.evaluate(() => { const e = document.activeElement; return e.dataset && e.dataset.view || e.getAttribute('role') || e.id || e.tagName; });
  const shown = () => page.evaluate(() => [...document.querySelectorAll('.view')].find(v => !v.hidden).id.slice(5));
  const tabTo = async wanted => {
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press('Tab');
      if (wanted.includes(await focused()))
        return true;
    }
    return false;
  };
  await page.keyboard.press('Tab');
  check(name + ': the first stop skips the bar', await focused() === 'skip', await focused());
  await page.keyboard.press('Enter');
  check('… to the view', await focused() === 'main', await focused());
  for (const view of ['source', 'paths', 'calls', 'time', 'difference']) {
    await page.evaluate(() => byId('skip').focus());
    check(`${name}: ${view} is reached`, await tabTo([view]), 'no stop at its link');
    await page.keyboard.press('Enter');
    await settled(page);
    check('… and shown', await shown() === view, await shown());
    const stop = { source: ['listbox'], paths: ['listbox'], calls: ['application'], time: ['slider'], difference: ['listbox', 'main'] }[view];
    const empty = await page.evaluate(v => Boolean(document.querySelector('#view-' + v + ' > .empty')), view);
    if (empty)
      continue;
    check('… its parts are reached', await tabTo(stop), 'no stop at ' + stop);
    const before = await page.evaluate(() => location.hash + document.querySelector('main').innerText);
    for (const key of view === 'time' ? ['ArrowRight', 'ArrowRight'] : ['ArrowDown', 'ArrowDown'])
      await page.keyboard.press(key);
    if (view === 'time') {
      await page.keyboard.down('Shift');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.up('Shift');
    }
    await settled(page);
    const after = await page.evaluate(() => location.hash + document.querySelector('main').innerText);
    check(`… keys choose in them (${view})`, before !== after, 'nothing changed');
  }
  await page.goBack();
  await settled(page);
  check(name + ': back goes back', await shown() !== 'difference', await shown());
  check(name + ': nothing was wrong meanwhile', !faults.length && !(await breachesOf(page)).length, faults.slice(0, 3).join(' | '));
  await page.close();
}

/* On paper a list has its rows in their order, and nothing is dark.  */
async function print(file, name) {
  const { page, faults } = await open(file, 'source', { width: 1440, height: 900, theme: 'dark' });
  await page.evaluate(() => addEventListener('beforeprint', () => {
    const texts = [...document.querySelectorAll('.code [role="option"] .line')].map(e => Number(e.textContent)).filter(n => n);
    window.printed = [texts.length, texts.every((n, i) => !i || n > texts[i - 1]), source.rows.slice(Math.max(0, source.code.at - 1000), Math.max(0, source.code.at) + 1000).filter(r => r.line).length];
  }));
  await page.pdf({ path: `${pictures}/${name}-source.pdf`, printBackground: true });
  const [n, sorted, all] = await page.evaluate(() => window.printed);
  check(`${name}: what is printed of the source are lines in order`, sorted && n === all, `${n} of ${all}`);
  const back = await page.evaluate(() => { document.documentElement.dataset.theme = 'dark'; return [...document.querySelectorAll('.code [role="option"]')].length; });
  check('… and then the list is what it was', back < 200, back + ' rows');
  await page.emulateMediaType('print');
  const white = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const buttons = await page.evaluate(() => [...document.querySelectorAll('main button:not([aria-pressed="true"])')]
    .filter(e => e.offsetParent).length);
  check('… without buttons', buttons === 0, buttons + ' of them');
  const names = await page.evaluate(() => [...document.querySelectorAll('.code [role="option"]')]
    .filter(e => !/^line \d+/.test(e.getAttribute('aria-label')) && !e.querySelector('.gap')).length);
  check('… and the lines are read as such', names === 0, names + ' are not');
  check('… on white', white === 'rgb(255, 255, 255)' && !faults.length, white + ' ' + faults.join(' | '));
  await page.close();
}

/* How long until the first view is painted, and until a view is.  */
async function measure(file, name) {
  const times = [];
  for (let i = 0; i < 3; i++) {
    const { page } = await open(file, 'overview', { width: 1440, height: 900, theme: 'light' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length, { timeout: 60000 });
    times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    await page.close();
  }
  const begin = Date.now(), { page } = await open(file, 'source', { width: 1440, height: 900, theme: 'light' });
  const source = Date.now() - begin;
  await page.close();
  console.log(`TIME: ${name}: first view ${Math.round(Math.min(...times))} ms, source ${source} ms`);
}

/* A name of the recording is text wherever it is shown.  */
async function hostile(file, name) {
  const { page, faults } = await open(file, 'source?by=files', { width: 1440, height: 900, theme: 'light' });
  const made = await page.evaluate(() => document.querySelectorAll('main img, main script, main iframe, [onerror]').length);
  const text = await page.evaluate(() => document.body.innerText);
  check(name + ': no element was made of a name', made === 0, made + ' were');
  check(name + ': marks of direction are shown as numbers', /U\+202E/.test(text) && !/\u202e/.test(text), 'they are not');
  check(name + ': nothing ran', !faults.length && !(await breachesOf(page)).length, faults.join(' | '));
  await page.close();
}

/* What names of a hostile profile may be made of: each would call pwned, ask for something, or leave the page.  */
const parts = ['<img src=x onerror=pwned()>', '</script><script>pwned()</script>', '</title>', '<svg/onload=pwned()>', '<!--', '-->',
  '"><a href="javascript:pwned()">x</a>', "' autofocus onfocus='pwned()", '${pwned()}', '`', '&lt;b&gt;', '&#60;img&#62;', '\\u003cimg>',
  '<iframe srcdoc="<script>parent.pwned()</script>">', '<base href=//x.example>', '<meta http-equiv=refresh content="0;url=//x.example">',
  '<style>@import"//x.example/"</style>', '\u202e', '\u2066', '\ufeff', '\u2028', '\0', '__proto__', 'constructor', '\ud800', '#', '?t=0-1&fn=2',
  'javascript:pwned()', '//x.example/', 'f<', '>', '::', '(', ')', '/', ' ', 'x'.repeat(300)];

/* Put such names, which SEED chooses, in place of every text of the page's data when it is unpacked.  */
function replaceTexts(parts, seed) {
  window.pwned = () => { window.ran = true; };
  const random = n => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const name = () => Array.from({ length: 1 + random(5) }, () => parts[random(parts.length)]).join('');
  const replace = v => typeof v === 'string' ? /^(>=)?\d+$/.test(v) ? v : name() : Array.isArray(v) ? v.map(replace)
    : v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, replace(x)])) : v;
  const json = Response.prototype.json;
  Response.prototype.json = async function () { return replace(await json.call(this)); };
}

const made = 'main img, main script, main iframe, main base, main meta, main style, [onerror], [onload], [onfocus], [autofocus], '
  + 'a[href^="javascript:" i], a[href^="//"], a[href^="http"]';

/* All views of a page, with things chosen in them, while its texts are what an enemy chose: by SEED, or those that the
   page has.  */
async function fuzz(file, name, seed) {
  const { page, faults } = await open(file, 'overview', { width: 1440, height: 900, theme: 'light' });
  if (seed)
    await page.evaluateOnNewDocument(replaceTexts, parts, seed);
  const problems = new Set();
  let seen = false;
  for (const view of [...views, 'source?by=files', 'source?by=decisions', 'paths?hot=0', 'paths?hot=0&step=0', ...[0, 1, 2].flatMap(fn =>
    ['source?fn=' + fn, 'paths?fn=' + fn, 'paths?fn=' + fn + '&path=0', 'calls?mode=sandwich&fn=' + fn])]) {
    await page.goto('about:blank');
    await page.goto('file://' + encodeURI(file) + '#' + view, { waitUntil: 'load' });
    await settled(page);
    await page.mouse.move(700, 300);
    for (const key of ['Tab', 'ArrowDown', 'ArrowDown', 'Enter'])
      await page.keyboard.press(key);
    for (const e of (await page.$$('main [tabindex="0"]')).slice(0, 4)) {
      await e.focus().catch(() => 0);
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter'])
        await page.keyboard.press(key);
    }
    await settled(page);
    seen ||= await page.evaluate(() => document.querySelector('main').innerText.includes('pwned()'));
    for (const problem of await page.evaluate(selector => [...window.breaches, window.ran ? 'a script ran' : '',
      ...[...document.querySelectorAll(selector)].map(e => 'made ' + e.outerHTML.slice(0, 100))].filter(p => p), made))
      problems.add(view + ': ' + problem);
    if (!page.url().startsWith('file://' + encodeURI(file)))
      problems.add(view + ': went to ' + page.url());
  }
  for (const f of faults.filter(f => !f.includes('about:blank')))
    problems.add(f);
  if (!seen)
    problems.add('no view shows them');
  check(`${name}: hostile texts are text in every view (seed ${seed})`, !problems.size, [...problems].slice(0, 5).join(' | '));
  await page.close();
}

mkdirSync(pictures, { recursive: true });
for (const file of pages.map(p => resolve(p))) {
  const name = basename(file, '.html');
  if (name.startsWith('names')) {
    await fuzz(file, name, 0);
    continue;
  }
  await measure(file, name);
  if (name.startsWith('hostile'))
    await hostile(file, name);
  await showAll(file, name);
  await useKeyboard(file, name);
  await print(file, name);
  for (const seed of [1, 2, 3])
    await fuzz(file, name, seed);
}
await browser.close();
console.log(failed ? failed + ' failed' : 'all passed');
process.exit(failed ? 1 : 0);
