/** The text of `haft.yaml` with profile `mcp` for a folder of imported specs. */
import type { SourceFile } from '../../../base/diagnostic.ts';
import { applyEdits } from '../../../spec/yaml/apply-edits.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { CONFIG_FILE } from '../../../edge/project/root.ts';

/** Undefined where it is set already. `document` is that of the file; undefined where it sets nothing. */
export function withProfile(
  source: SourceFile | undefined,
  document: SpecDocument | undefined,
  folder: string,
): string | undefined {
  const block = `profiles: { ${JSON.stringify(folder)}: mcp }\n`;
  if (!source || !document) {
    const before = source?.text ?? '';
    return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${block}`;
  }
  const { profiles } = document.value as { readonly profiles?: Readonly<Record<string, string>> };
  const profile = profiles?.[folder] ?? profiles?.[`${folder}/`];
  if (profile === 'mcp') return undefined;
  const edit =
    profile !== undefined
      ? undefined
      : document.edit(
          profiles
            ? { kind: 'insert', path: ['profiles'], key: folder, value: 'mcp' }
            : { kind: 'insert', path: [], key: 'profiles', value: { [folder]: 'mcp' } },
        );
  if (edit) return applyEdits(source.text, [edit]);
  throw new Failure(
    `"${CONFIG_FILE}" cannot be edited safely: the folder "${folder}" needs the profile mcp.`,
    `Write \`${block.trim()}\` into it, and run the command again.`,
  );
}
