/** Words of a text that can be the name of a tool. */

/**
 * Neither a part of a longer word nor of a path. A plain word such as "search" is a name in backticks, or as the whole text;
 * `isSure`: not only because it is the whole text.
 */
export function toolWords(text: string) {
  return [...text.matchAll(/(?<![\w/-])[\w-]+(?:\.[\w-]+)*(?![\w/-])/g)].flatMap(({ 0: word, index }) => {
    const [before, after] = [text.slice(0, index), text.slice(index + word.length)];
    const isCode = before.endsWith('`') && after.startsWith('`');
    const isWhole = /^["']?$/.test(before) && /^["']?$/.test(after.trim());
    const isSure = /[_.-]/.test(word) || isCode;
    return isSure || isWhole ? [{ word, index, isSure }] : [];
  });
}
