/* What all parts of the page use: elements, texts, numbers.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The files of the page's script are one script, one after the other.  Text of a recording becomes text of elements,
   never markup.  */

const byId = id => document.getElementById(id);

/* An element: make('p', { class: 'note', onclick: f }, 'text', element, …).  */
function make(name, attributes, ...content) {
  const node = name.startsWith('svg:') ? document.createElementNS('http://www.w3.org/2000/svg', name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on'))
      node.addEventListener(key.slice(2), value);
    else if (key === 'style')
      Object.assign(node.style, value);
    else if (value === true)
      node.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined)
      node.setAttribute(key, value);
  }
  node.append(...content.filter(part => part !== null && part !== undefined && part !== false));
  return node;
}

const figure = (...parts) => make('span', { class: 'num' }, ...parts);
const faint = (...parts) => make('span', { class: 'faint' }, ...parts);
const code = (...parts) => make('code', {}, ...parts);
const heading = (...parts) => make('h3', {}, ...parts);
/* The sign of what is more or less than in the base.  */
const changeSign = (more, kind = '') => make('span', { role: 'img', class: kind + (more ? 'warn' : 'good'),
  'aria-label': more ? 'more than in the base' : 'less than in the base' }, more ? '▲' : '▼');
const remark = (...parts) => make('p', { class: 'note' }, ...parts);

/* TEXT with what is not seen, or changes the order of what is seen, as its number.  */
const hidden = new RegExp('[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e'
  + '\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]', 'gu');
function plain(text) {
  return String(text).replace(hidden, c => c === '\t' ? c
    : '<U+' + c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '>');
}

/* Counts come as numbers or, when a double does not hold them, as digits, maybe after `>='.  */
function value(count) {
  return typeof count === 'number' ? count : Number(String(count)
    .replace(/^>=(2\^512)?/, (all, big) => big ? '1e154' : ''));
}

function number(count) {
  const text = String(count);
  if (/^\d+$/.test(text))
    return text.replace(/\B(?=(\d{3})+$)/g, ',');
  if (/^>=\d+$/.test(text))
    return '≥\u202f' + number(text.slice(2));
  return text.replace('>=', '≥\u202f');
}

/* The same in at most five characters, for where there is little room.  */
function brief(count) {
  let n = value(count);
  if (n < 10000)
    return String(Math.round(n));
  for (const unit of ['k', 'M', 'G', 'T', 'P', 'E']) {
    n /= 1000;
    if (n < 999.5)
      return (n < 9.95 ? n.toFixed(1) : Math.round(n)) + unit;
  }
  return '∞';
}

function share(part, total) {
  const percent = total > 0 ? 100 * part / total : 0;
  if (percent > 0 && percent < 0.01)
    return '<0.01\u202f%';
  return (percent < 10 ? percent.toFixed(2) : percent.toFixed(1)) + '\u202f%';
}

const plural = (n, word) => number(n) + ' ' + word + (value(n) === 1 ? '' : 's');
const baseName = path => path.replace(/^.*\//, '');

/* How hot a COUNT is among those up to MOST, 0 to 1, by its order of magnitude.  */
function heat(count, most) {
  const n = value(count);
  return n > 0 && most > 0 ? Math.max(0.04, Math.log1p(n) / Math.log1p(most)) : 0;
}

function heatColour(part) {
  return part ? 'rgba(' + style('--heat') + ',' + (0.04 + 0.42 * part * part).toFixed(3) + ')' : 'transparent';
}

/* The mark of a row in a list that has PART of what the first one has.  */
function heatBar(part) {
  const bar = make('span', { class: 'heat' });
  bar.style.opacity = part > 0 ? 0.08 + 0.92 * Math.sqrt(Math.min(1, part)) : 0;
  return bar;
}

/* What is at the right of a view.  */
const aside = (label, facts) => make('aside', { class: 'side right', 'aria-label': label, tabindex: '0' }, facts);

const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/* A command that goes on where the page ends, for ARGUMENTS before the recordings.  */
function command(text) {
  return 'wpp ' + text + ' ' + document.body.dataset.arguments;
}

/* NAME as a shell reads it.  */
function quoted(name) {
  return /^[\w./,:=@%+-]+$/.test(name) ? name : "'" + name.replace(/'/g, "'\\''") + "'";
}

function say(text) {
  byId('status').textContent = text;
}

/* ---- Tooltips: of elements with data-tip, for mouse and keyboard, and of canvases.  */

function showTip(text, x, y) {
  const tip = byId('tip');
  tip.textContent = text;
  tip.hidden = !text;
  if (!text)
    return;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(x + 12, innerWidth - box.width - 8)) + 'px';
  tip.style.top = (y + 18 + box.height > innerHeight ? Math.max(4, y - box.height - 10) : y + 18) + 'px';
}
const hideTip = () => { byId('tip').hidden = true; };
