// pictures.mjs MODULES FOLDER PAGE: the pictures of docs/looking.md.
// Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

const [, , modules, folder, page_] = process.argv;
const puppeteer = createRequire(resolve(modules) + '/')('puppeteer-core');
const views = [['overview', 'overview', 'light'], ['source', 'source?fn=0&l=87', 'light'], ['paths', 'paths?hot=0&step=0', 'light'],
  ['calls', 'calls', 'dark'], ['time', 'time', 'light'], ['difference', 'difference', 'dark']];

mkdirSync(folder, { recursive: true });
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, headless: true, args: ['--no-sandbox', '--disable-gpu'] });
for (const [name, view, theme] of views) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1100, height: 600 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  await page.goto('file://' + encodeURI(resolve(page_)) + '#' + view, { waitUntil: 'load' });
  await page.waitForFunction(() => !document.querySelector('[aria-busy]'));
  await new Promise(done => setTimeout(done, 300));
  await page.screenshot({ path: `${folder}/${name}.webp`, type: 'webp', quality: 55 });
  await page.close();
}
await browser.close();
