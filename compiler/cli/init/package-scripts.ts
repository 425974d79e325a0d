/** The scripts of `haft init` in a package.json that exists: the rest of its text stays as it is. */
import { isObject, ownMember } from '@haft/runtime/language';
import { putEntry } from '../../emit/host-files/edit.ts';
import { readJson } from '../../plan/read-json.ts';
import { JSON_ONLY } from '../../spec/hosts/format.ts';

interface AddedScripts {
  readonly text: string;
  /** Those that it did not have, whatever they are there. */
  readonly added: readonly string[];
}

/** The text with the scripts, or why it cannot have them, as the rest of a sentence about the file. */
export function withScripts(
  text: string,
  scripts: Readonly<Record<string, string>>,
): AddedScripts | { readonly problem: string } {
  const read = readJson(text.replace(/^\uFEFF/, ''));
  if ('problem' in read) return { problem: `is not valid JSON: ${read.problem}` };
  if (!isObject(read.value)) return { problem: 'is not a JSON object' };
  const own = ownMember(read.value, 'scripts') ?? {};
  if (!isObject(own)) return { problem: 'has `scripts` that are not an object' };
  const added = Object.keys(scripts).filter((name) => !Object.hasOwn(own, name));
  let edited = text;
  for (const name of added) {
    const put = putEntry(edited, JSON_ONLY, ['scripts', name], scripts[name]);
    if ('problem' in put) return { problem: 'cannot be edited without a risk for the rest of it' };
    edited = put.value.text;
  }
  return { text: edited, added };
}
