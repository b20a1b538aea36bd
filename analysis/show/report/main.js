/* The page: which view is shown, and its state, which is in the address: `#VIEW?KEY=VALUE&KEY=VALUE'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

const views = { overview, source, paths: pathsView, calls, time: timeView, difference: differenceView };
let state = { view: 'overview' };

function readAddress() {
  const [view, query] = location.hash.slice(1).split('?');
  return Object.assign(Object.fromEntries(new URLSearchParams(query || '')),
    { view: view in views ? view : 'overview' });
}

function address(next) {
  const { view, ...rest } = next;
  const query = new URLSearchParams(Object.entries(rest).filter(([, v]) => v !== undefined && v !== null && v !== ''));
  return '#' + view + (String(query) ? '?' + query : '');
}

/* Go on with the members of CHANGE; a new step back in the history if STEP.  */
function go(change, step = true) {
  const next = address(Object.assign({}, state, change));
  if (next === location.hash)
    return;
  history[step ? 'pushState' : 'replaceState'](null, '', next);
  show();
}

/* Change the address without showing anything again.  */
function note(change) {
  Object.assign(state, change);
  history.replaceState(null, '', address(state));
}

/* One after the other: a view is not shown while another is still being made.  */
let showing = Promise.resolve();
function show() {
  if (location.hash !== '#skip')
    showing = showing.then(showNow);
  return showing;
}

async function showNow() {
  state = readAddress();
  const wide = state.view !== 'overview';
  for (const name of Object.keys(views)) {
    const element = byId('view-' + name);
    element.hidden = name !== state.view;
    element.classList.toggle('wide', wide);
  }
  for (const link of byId('views').querySelectorAll('a'))
    if (link.dataset.view === state.view)
      link.setAttribute('aria-current', 'page');
    else
      link.removeAttribute('aria-current');
  hideTip();
  await showRange();
  const element = byId('view-' + state.view);
  try {
    element.setAttribute('aria-busy', 'true');
    await views[state.view].show(element, state);
  } catch (error) {
    element.replaceChildren(make('p', { class: 'empty' }, 'This view cannot be shown: ' + error.message));
    console.error(String(error.stack));
  }
  element.removeAttribute('aria-busy');
}

/* Say which range is chosen, with a button that ends it; links to other views keep it.  */
async function showRange() {
  const name = await rangeName();
  byId('range-chip').replaceChildren(...name ? [make('span', { class: 'chip' }, name,
    make('button', { type: 'button', 'aria-label': 'End the range',
    onclick: () => go({ t: undefined, z: undefined }) }, '✕'))] : []);
  for (const link of byId('views').querySelectorAll('a'))
    link.setAttribute('href', address({ view: link.dataset.view, t: state.t }));
}

/* ---- Light and dark.  */

const themes = { auto: ['◐', 'as the system has it'], light: ['○', 'light'], dark: ['●', 'dark'] };
function setTheme(name) {
  const button = byId('theme');
  if (name === 'auto')
    delete document.documentElement.dataset.theme;
  else
    document.documentElement.dataset.theme = name;
  button.textContent = themes[name][0];
  button.setAttribute('aria-label', 'Theme: ' + themes[name][1]);
  button.dataset.theme = name;
}
byId('theme').addEventListener('click', () => {
  const names = Object.keys(themes);
  setTheme(names[(names.indexOf(byId('theme').dataset.theme || 'auto') + 1) % names.length]);
  show();
});

/* ---- Events of the whole page.  */

byId('skip').addEventListener('click', event => {
  event.preventDefault();
  byId('main').focus();
});
addEventListener('hashchange', show);
addEventListener('keydown', event => {
  if (event.key === 'Escape')
    hideTip();
  if (event.target === document.body && /^(Page|Home|End|Arrow)/.test(event.key))
    byId('main').focus({ preventScroll: true });
  const typing = event.target.matches('input, select, textarea');
  const view = views[state.view];
  if (!typing && !event.ctrlKey && !event.altKey && !event.metaKey && view.keys && event.key in view.keys) {
    event.preventDefault();
    view.keys[event.key]();
  }
});
for (const [type, at] of [['mouseover', e => [e.clientX, e.clientY]],
  ['focusin', e => { const b = e.target.getBoundingClientRect(); return [b.left, b.bottom]; }]])
  addEventListener(type, event => {
    const owner = event.target.closest && event.target.closest('[data-tip]');
    if (owner)
      showTip(owner.dataset.tip, ...at(event));
    else if (!event.target.closest || !event.target.closest('canvas'))
      hideTip();
  });
show();
