/** The functions of a bumped tool in every form that a handler file may have: what moves, what comes back, what is not touched. */
import { describe, expect, test } from 'vitest';
import { parseHandler } from '../compiler/edge/handlers/parse-handler.ts';
import { moveHandler } from '../compiler/edge/handlers/successor-handler.ts';
import type { HandlerMove, MovedHandler } from '../compiler/edge/handlers/successor-handler.ts';

const IMPORT = "import type { Handlers } from '../generated/servers/x/tools.ts';\n";
const PATH = 'specs/handlers.ts';

function moved(text: string, before: string | undefined, more: Partial<HandlerMove> = {}): MovedHandler | string {
  const released = before === undefined ? undefined : { commit: '0123456789abcdef', path: PATH, text: before };
  const old = { tool: 'rank_words', name: 'rankWords' };
  const successor = { tool: 'rank_words_v2', name: 'rankWordsV2' };
  return moveHandler({ path: PATH, text, old, successor, released, isRename: false, ...more }, parseHandler);
}

function files(text: string, before?: string, more: Partial<HandlerMove> = {}): string[] {
  const result = moved(text, before, more);
  return typeof result === 'string' ? expect.fail(result) : result.files.map((file) => file.text);
}

describe('a function of a handler file', () => {
  test.each<[string, (code: string) => string]>([
    ['a constant', (code) => `export const rankWords: Handlers['rankWords'] = ({ text }) => ({ words: ${code} });\n`],
    [
      'a function',
      (code) => `export function rankWords({ text }: { text: string }) {\n  return { words: ${code} };\n}\n`,
    ],
    [
      'an async function',
      (code) => `export async function rankWords({ text }: Args) {\n  return { words: ${code} };\n}\n`,
    ],
  ])('that is %s becomes that of the successor, and the released one stands behind it', (_form, codeOf) => {
    const [before, after] = ['text.old', 'text.edited'].map((code) => IMPORT + codeOf(code));
    const [text = ''] = files(after ?? '', before);
    const successor = codeOf('text.edited').replaceAll('rankWords', 'rankWordsV2');
    expect(text).toBe(`${IMPORT}${successor}\n${codeOf('text.old')}`);
  });

  test('takes its uses in the file with it', () => {
    const code =
      'export const rankWords = () => 1;\nexport const other = { rankWords, twice: () => rankWords() * 2 };\n';
    const [text = ''] = files(code, code);
    expect(text).toContain('other = { rankWords: rankWordsV2, twice: () => rankWordsV2() * 2 }');
  });

  test('keeps the line ends of its file', () => {
    const code = (value: number): string => `export const rankWords = () => ${value};\r\n`;
    expect(files(code(2), code(1))).toEqual([
      'export const rankWordsV2 = () => 2;\r\n\r\nexport const rankWords = () => 1;\r\n',
    ]);
  });

  test('comes back in a file of its own when what it uses has changed', () => {
    const code = (add: number): string =>
      `import { one } from './one.ts';\nimport { two } from './two.ts';\nexport const rankWords = () => sum();\nexport const other = () => two;\nconst sum = () => one + ${add};\n`;
    const [current, own] = files(code(2), code(1));
    expect(current).not.toMatch(/rankWords\b/);
    expect(own).toBe(
      "/** The released code of the tool `rank_words`, which `rank_words_v2` replaces. */\nimport { one } from './one.ts';\n\nexport const rankWords = () => sum();\n\nconst sum = () => one + 1;\n",
    );
  });

  test('that git does not know fails when it is called, and says so', () => {
    const result = moved(`${IMPORT}export const rankWords: Handlers['rankWords'] = () => 1;\n`, undefined);
    if (typeof result === 'string') return expect.fail(result);
    expect(result.files[0]?.text).toContain('The code of "rank_words" is missing');
    expect(result.done.at(-1)).toMatch(/^specs\/handlers\.ts:\d+ "rankWords" fails when it is called, because/);
  });

  test('is passed on after a rename', () => {
    const [text] = files(`${IMPORT}export const rankWordsV2: Handlers['rankWordsV2'] = () => 1;\n`, undefined, {
      isRename: true,
    });
    expect(text).toContain("export const rankWords: Handlers['rankWords'] = rankWordsV2;");
  });

  test.each([
    ['a re-export', "export { rankWords } from './rank.ts';\n"],
    ['a pattern', 'export const { rankWords, other } = make();\n'],
    ['one of several constants', 'export const rankWords = () => 1, other = () => 2;\n'],
    ['an export list', 'const rankWords = () => 1;\nexport { rankWords };\n'],
    ['an open export', "export * from './rank.ts';\n"],
  ])('in the form of %s is left to its author', (_form, code) => {
    expect(moved(code, code)).toMatch(/"rankWords" is not one exported function or constant/);
  });
});
