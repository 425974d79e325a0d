// A Markdown file → a page: headings with addresses, links to other pages, and what a search reads.
import { existsSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { Marked } from 'marked';

/** `docs/README.md` → `docs/index.html`. */
export function targetOf(path) {
  return path
    .replace(/(?:^|(?<=\/))README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')
    .replace(/\/$/, '/index.html');
}

/** `known` are the paths of all pages; other files of the repository have an address only where `repository` is one. */
export function pageFrom(path, text, known, repository) {
  const page = { path, target: targetOf(path), ids: new Set(), links: [], images: [], headings: [] };
  const marked = new Marked({ renderer: rendererOf(page, known, repository) });
  const html = marked.parse(text);
  return { ...page, html, title: page.headings[0] ?? path, text: wordsOf(html) };
}

function rendererOf(page, known, repository) {
  return {
    heading({ tokens, depth }) {
      const inner = this.parser.parseInline(tokens);
      const label = plain(inner);
      const id = freeId(page.ids, slug(label));
      page.headings.push(label);
      return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const to = addressOf(page, href, known, repository);
      return to === undefined ? `<span class="file">${inner}</span>` : `<a href="${to}">${inner}</a>`;
    },
    image({ href, text }) {
      const path = posix.normalize(posix.join(dirname(page.path), href));
      page.images.push(path);
      const from = posix.relative(dirname(page.target), path);
      return `<img src="${from.startsWith('.') ? from : `./${from}`}" alt="${text.replaceAll('"', '&quot;')}">`;
    },
  };
}

/** Undefined for a file that is no page and has no address. */
function addressOf(page, href, known, repository) {
  if (/^[a-z]+:/i.test(href)) return href;
  const [file, anchor] = href.split('#');
  const path = file === '' ? page.path : posix.normalize(posix.join(dirname(page.path), file));
  const source = [path, posix.join(path, 'README.md')].find((one) => known.has(one));
  if (source !== undefined) {
    const target = targetOf(source);
    page.links.push({ target, anchor });
    const to = posix.relative(dirname(page.target), target);
    return anchor === undefined ? to : `${source === page.path ? '' : to}#${anchor}`;
  }
  if (!existsSync(new URL(`../${path}`, import.meta.url))) page.links.push({ target: path, anchor });
  return repository === '' ? undefined : `${repository}/blob/main/${path}`;
}

/** As GitHub makes them, whose addresses the texts use. */
function slug(label) {
  return label
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}

function freeId(ids, wanted) {
  let id = wanted;
  for (let number = 1; ids.has(id); number += 1) id = `${wanted}-${number}`;
  ids.add(id);
  return id;
}

const ENTITIES = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

function plain(html) {
  return html.replaceAll(/<[^>]+>/g, '').replaceAll(/&(lt|gt|quot|amp|#39);/g, (_all, name) => ENTITIES[name]);
}

/** The distinct words of a page: enough to find it, a tenth of its text. */
function wordsOf(html) {
  return [
    ...new Set(
      plain(html.replaceAll('<', ' <'))
        .toLowerCase()
        .match(/[\p{L}\p{N}][\p{L}\p{N}_./-]+/gu) ?? [],
    ),
  ].join(' ');
}

/** One line for each link of a page to a page or heading that does not exist. */
export function brokenLinks(pages) {
  const byTarget = new Map(pages.map((page) => [page.target, page]));
  return pages.flatMap(({ path, links }) =>
    links.flatMap(({ target, anchor }) => {
      const to = byTarget.get(target);
      if (to && (anchor === undefined || to.ids.has(anchor))) return [];
      return [`${path}: ${to ? `${target} has no heading "${anchor}"` : `there is no "${target}"`}.`];
    }),
  );
}
