/** The headers of a curl command: those of its flags, those of `-H`, and several of one name as one. */
import { fail, hasVariable, withVariables } from './tokens.ts';

type Header = readonly [name: string, value: string];

/** A list of values would be no valid value. */
const ONE_VALUE = /^(?:authorization|content-type|range|referer|user-agent)$/i;

/** A header of `-H` replaces that of a flag. */
export function joinHeaders(fromFlags: readonly Header[], written: readonly Header[]): readonly Header[] {
  const isWritten = (name: string): boolean => written.some(([other]) => other.toLowerCase() === name.toLowerCase());
  const joined = new Map<string, Header>();
  for (const [name, value] of [...fromFlags.filter(([one]) => !isWritten(one)), ...written]) {
    checkCharacters(name, value);
    const [first, before] = joined.get(name.toLowerCase()) ?? [name];
    if (before !== undefined && before !== value && ONE_VALUE.test(name))
      fail(`The command has several headers ${first} with different values.`, 'Leave one of them.');
    const isFirst = before === undefined || ONE_VALUE.test(name);
    // RFC 9110 §5.3; RFC 6265 §5.4 for cookies.
    const separator = /^cookie$/i.test(name) ? '; ' : ', ';
    joined.set(name.toLowerCase(), [first, isFirst ? value : `${before}${separator}${value}`]);
  }
  return [...joined.values()];
}

function checkCharacters(name: string, value: string): void {
  const text = hasVariable(value) ? withVariables(value, () => '', String) : value;
  if (/[\r\n]/.test(text))
    fail(`The header ${name} has a line break in its value.`, 'Write each header with its own -H.');
  // curl sends UTF-8, and a tool Latin-1.
  if (/[^\t\x20-\x7e]/.test(text))
    fail(
      `The header ${name} has a character that is not ASCII.`,
      'Write the value in ASCII, in the encoding that the service expects.',
    );
}
