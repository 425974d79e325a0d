/** The page of the author that a view names, and what in it leads out of it. */
import type { SkillFile, ToolPart } from '../model.ts';

/** Its path, relative to the project; undefined for a tool whose view names no file. */
export function viewPagePath({ spec: { view }, file }: Pick<ToolPart, 'spec' | 'file'>): string | undefined {
  const named = typeof view === 'object' ? view.file : undefined;
  return named === undefined ? undefined : file.slice(0, file.lastIndexOf('/') + 1) + named;
}

export function viewPageOf(tool: ToolPart, files: readonly SkillFile[]): SkillFile | undefined {
  const path = viewPagePath(tool);
  return path === undefined ? undefined : files.find((file) => file.path === path);
}

/** With line ends of one kind, so that a checkout with others is the same page. */
export function viewPageText({ bytes }: SkillFile): string {
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
}

interface Outside {
  /** As it is in the page. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** Namespaces are names: no program opens them. */
const ADDRESS = /\b(?:https?|wss?|ftp):\/\/(?!www\.w3\.org\/(?:1999|2000|1998)\/)[^\s"'`<>)\\]+/i;
const WITHOUT_SCHEME = /(?:["'`=]|url\(\s*)\/\/[\w[-][^\s"'`<>)]*/i;
const OTHER_FILE =
  /<(?:script|link|img|iframe|frame|embed|object|source|video|audio|track|base)\b[^>]*?\s(?:src|href|data|srcset)\s*=\s*["']?(?!["']?(?:data:|blob:|#))[^\s"'>]+/i;
const IMPORT = /\bimport\s*(?:\(\s*|[\w$*{][^;"'`<>]*?\bfrom\s*)?["'`](?!data:|blob:)[^"'`\n]+["'`]/;
const STYLE_IMPORT = /@import\s[^;\n]{1,200}/i;
const FORM = /<form\b[^>]*?\saction\s*=[^\s>]*|\bformaction\s*=[^\s>]*/i;

const LEAVING = new RegExp(
  [ADDRESS, WITHOUT_SCHEME, OTHER_FILE, IMPORT, STYLE_IMPORT, FORM].map(({ source }) => source).join('|'),
  'gi',
);

/** Addresses, other files and forms with an address: a host loads none of them. What a script puts together is not seen. */
export function outsideIn(page: string): readonly Outside[] {
  return [...page.matchAll(LEAVING)].map(({ 0: text, index }) => {
    return { text: text.replaceAll(/\s+/g, ' '), line: page.slice(0, index).split('\n').length };
  });
}
