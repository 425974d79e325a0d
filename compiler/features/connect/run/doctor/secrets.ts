/** Redacts the secrets of an entry in the output of its server. */
import type { ObservedServer } from '../../doctor/observed.ts';
import { isSecretHeader, isSecretParameter, isSecretVariable } from '@haft/runtime/language';
import { literalSecret } from '../../../../check/analysis/secrets/literal-secret.ts';

/** Shorter values would take parts out of every word. */
const MIN_LENGTH = 4;

export function redactFor(server: ObservedServer): (text: string) => string {
  const { launch, form } = server;
  const variables = launch?.script?.compiled?.env ?? {};
  const open = new Set(Object.entries(variables).flatMap(([name, { secret }]) => (secret ? [] : [name])));
  const written = form.kind === 'program' ? [...Object.keys(form.values), ...form.names] : [];
  const names = Object.keys(launch?.environment ?? {}).filter(
    (name) => !open.has(name) && (written.includes(name) || variables[name]?.secret === true || isSecretVariable(name)),
  );
  const args = launch?.args ?? [];
  const secretArgs = args.filter(
    (arg, at) => arg !== launch?.script?.file && isSecretArgument(arg, args[at - 1] ?? ''),
  );
  const values = [
    ...names.map((name) => launch?.environment[name] ?? ''),
    ...secretArgs.flatMap((arg) => [arg, arg.replace(NAME, '')]),
  ].filter((value) => value.length >= MIN_LENGTH);
  const longest = [...new Set(values)].sort((a, b) => b.length - a.length);
  return (text) => longest.reduce((result, value) => result.replaceAll(value, () => '<secret>'), text);
}

/** `--token=`, `TOKEN=`, `Authorization: ` */
const NAME = /^-*([\w.][\w.-]*)(?:=|:\s+)/;

function isSecretArgument(arg: string, before: string): boolean {
  const [, name = ''] = NAME.exec(arg) ?? [];
  if (isSecretParameter(name) || isSecretHeader(name) || literalSecret(arg) !== undefined) return true;
  return before.startsWith('-') && !before.includes('=') && isSecretParameter(before);
}
