/** The frame of every page: one file that sends no request and works without its script. */
import { fileHash } from '../../plan/hash.ts';
import { markup, verbatim } from './markup.ts';
import type { Markup } from './markup.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

interface Page {
  readonly title: string;
  readonly heading: string;
  readonly lead: Markup;
  /** Id of the part that readers with a keyboard may skip to. */
  readonly target: 'changes' | 'findings' | 'cases';
  /** Style after the one of all pages; plain ASCII. */
  readonly style?: string;
  readonly main: Markup;
  readonly footer: Markup;
}

export function pageHtml({ title, heading, lead, target, style = '', main, footer }: Page): Markup {
  return markup`<!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy(STYLE + style)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <link rel="icon" href="data:,">
    <title>Haft: ${title}</title>
    <style>${verbatim(STYLE + style)}</style>
    </head>
    <body>
    <a class="skip" href="#${target}">Skip to the ${target}</a>
    <header><h1>${heading}</h1>
    ${lead}</header>
    <main>
    ${main}
    </main>
    <footer><p>${footer}</p></footer>
    <script>${verbatim(SCRIPT)}</script>
    </body>
    </html>\n`;
}

function policy(style: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(SCRIPT)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** As a browser computes it of the text between the tags, which is ASCII. */
function hashOf(text: string): string {
  const hex = fileHash(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  const bytes = hex.match(/../g) ?? [];
  return `sha256-${btoa(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''))}`;
}
