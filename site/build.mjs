// `npm run site`: the documentation as static pages with a search, and the playground. Ends with code 1 where a link leads nowhere.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { brokenLinks, pageFrom, targetOf } from './markdown.mjs';
import { withPlots } from './plots.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const AT_THE_ROOT = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

/** The playground with its editor and the compiler, compressed; starting it is mostly reading it. */
export const MAX_PLAYGROUND_BYTES = 900_000;

/** Writes all pages into `out`. Gives the paths, what is wrong with links, and the size of the playground in bytes, compressed. */
export async function buildSite(out) {
  rmSync(out, { recursive: true, force: true });
  const sources = [...AT_THE_ROOT, ...markdownBelow('docs')];
  const known = new Set(sources);
  const repository = JSON.parse(readFileSync(join(ROOT, 'addresses.json'), 'utf8')).repository;
  const pages = sources.map((path) =>
    pageFrom(path, withPlots(path, readFileSync(join(ROOT, path), 'utf8')), known, repository),
  );
  const sections = navigation();
  for (const page of pages) write(out, page.target, layout(page, sections));
  for (const path of new Set(pages.flatMap(({ images }) => images))) write(out, path, readFileSync(join(ROOT, path)));
  write(out, 'playground.html', layout(playgroundPage(), sections));
  write(out, 'style.css', readFileSync(join(ROOT, 'site/style.css'), 'utf8'));
  write(out, 'search-index.js', `window.HAFT_PAGES=${JSON.stringify(pages.map(searchEntry))};\n`);
  await bundle(join(ROOT, 'site/search.ts'), join(out, 'search.js'));
  await bundle(join(ROOT, 'site/playground.ts'), join(out, 'playground.js'));
  const playground = gzipSync(readFileSync(join(out, 'playground.js')), { level: 9 }).length;
  return { pages: [...pages.map(({ target }) => target), 'playground.html'], broken: brokenLinks(pages), playground };
}

function markdownBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => posix.join(folder, String(name).replaceAll('\\', '/')))
    .filter((path) => path.endsWith('.md'))
    .sort();
}

function write(out, path, text) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
}

/** A classic script: pages on a disk load no modules. */
async function bundle(entry, outfile) {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@haft/source'],
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/** The links of docs/README.md, section by section. */
function navigation() {
  const text = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  return text
    .split(/^\*\*(.+)\*\*$/m)
    .slice(1)
    .reduce((all, part, index, parts) => {
      if (index % 2 === 1) return all;
      const links = [...(parts[index + 1] ?? '').matchAll(/^- .*?\[([^\]]+)\]\(([^)#]+)[^)]*\)/gm)];
      return [
        ...all,
        { title: part, links: links.map(([, label, href]) => ({ label, target: targetOf(posix.join('docs', href)) })) },
      ];
    }, []);
}

/** A page inside its frame: every address is relative, so that a sub-path and a disk are the same. */
function layout({ target, title, html, extra = '', scripts = '' }, sections) {
  const up = relative(dirname(target), '.').replaceAll('\\', '/') || '.';
  const links = sections.map(({ title: section, links: all }) => {
    const items = all.map(
      ({ label, target: to }) =>
        `<li><a href="${up}/${to}"${to === target ? ' aria-current="page"' : ''}>${label}</a></li>`,
    );
    return `<h2>${section}</h2><ul>${items.join('')}</ul>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:${scripts}; style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${title} · Haft</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}/style.css">
</head>
<body data-up="${up}">
<a class="skip" href="#main">Skip to the page</a>
<header><a class="name" href="${up}/index.html">Haft</a><a href="${up}/playground.html">Playground</a><a href="${up}/docs/index.html">Docs</a><a href="${up}/docs/rules/index.html">Rules</a>
<search><input type="search" id="search" placeholder="Search" aria-label="Search the pages" autocomplete="off"><ol id="found" hidden></ol></search></header>
<nav aria-label="Pages">${links.join('')}</nav>
<main id="main">${html}</main>
<script src="${up}/search.js"></script>${extra}
</body>
</html>
`;
}

function playgroundPage() {
  const html = `<h1>Playground</h1>
<p>The compiler of Haft in this page: nothing is sent anywhere. What you write is in the address, so that a link to it is a copy.</p>
<div class="play"><section aria-label="Spec"><div id="editor"></div></section>
<section aria-label="Result"><div role="tablist" id="tabs"></div><div id="panel" role="tabpanel" tabindex="0"></div></section></div>
<noscript><p>The playground needs JavaScript.</p></noscript>`;
  // ajv makes a function of each of our schemas. The page can still connect to nothing.
  const scripts = " 'unsafe-eval'";
  return {
    target: 'playground.html',
    title: 'Playground',
    html,
    scripts,
    extra: '\n<script src="./playground.js"></script>',
  };
}

function searchEntry({ target, title, headings, text }) {
  return { target, title, headings, text };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { pages, broken, playground } = await buildSite(join(ROOT, 'site/dist'));
  for (const line of broken) process.stderr.write(`${line}\n`);
  process.stdout.write(
    `${pages.length} pages in site/dist/; the playground has ${Math.round(playground / 1000)} kB, compressed.\n`,
  );
  process.exitCode = broken.length > 0 || playground > MAX_PLAYGROUND_BYTES ? 1 : 0;
}
