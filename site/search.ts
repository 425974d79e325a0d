/** The search of the site: the words of all pages, read when the first letter is typed, and looked through in the browser. */

export interface PageWords {
  readonly target: string;
  readonly title: string;
  readonly headings: readonly string[];
  /** Distinct words. */
  readonly text: string;
}

declare global {
  interface Window {
    HAFT_PAGES?: readonly PageWords[];
  }
}

const MAX_FOUND = 12;
const input = document.querySelector<HTMLInputElement>('#search');
const list = document.querySelector<HTMLOListElement>('#found');
const up = document.body.dataset['up'] ?? '.';

/** A script instead of a request: pages on a disk may request nothing. */
function readIndex(): Promise<readonly PageWords[]> {
  if (window.HAFT_PAGES) return Promise.resolve(window.HAFT_PAGES);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${up}/search-index.js`;
    script.addEventListener('load', () => resolve(window.HAFT_PAGES ?? []));
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

function rank({ title, headings, text }: PageWords, words: readonly string[]): number {
  const [name, parts] = [title.toLowerCase(), headings.join(' ').toLowerCase()];
  const each = words.map(
    (word) => (name.includes(word) ? 20 : 0) + (parts.includes(word) ? 5 : 0) + (text.includes(word) ? 1 : 0),
  );
  return each.includes(0) ? 0 : each.reduce((sum, one) => sum + one, 0);
}

async function show(): Promise<void> {
  if (!input || !list) return;
  const words = input.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const pages = words.length === 0 ? [] : await readIndex();
  const ranked = pages.map((page) => ({ page, score: rank(page, words) })).filter(({ score }) => score > 0);
  const best = ranked
    .sort((a, b) => b.score - a.score || a.page.title.length - b.page.title.length)
    .slice(0, MAX_FOUND);
  list.replaceChildren(...best.map(({ page }) => itemOf(page)));
  if (words.length > 0 && best.length === 0)
    list.append(Object.assign(document.createElement('li'), { textContent: 'No page has these words.' }));
  list.hidden = words.length === 0;
}

function itemOf({ target, title }: PageWords): HTMLLIElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: `${up}/${target}`, textContent: title });
  item.append(link);
  return item;
}

input?.addEventListener('input', () => void show());
document.addEventListener('keydown', (event) => {
  const isTyping =
    event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable="true"]');
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    input?.focus();
  }
  if (event.key === 'Escape' && list) list.hidden = true;
});
