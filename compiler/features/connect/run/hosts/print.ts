/** The state of each host on this machine, as text. */
import { escapeUnsafe } from '../../../../base/text/escape.ts';
import { pluralize } from '../../../../base/text/pluralize.ts';
import { shownPath } from '../install/current-system.ts';
import type { InstallSurroundings } from '../install/target.ts';
import type { HostStatus } from './status.ts';

export function textOf(all: readonly HostStatus[], everything: boolean, around: InstallSurroundings): string {
  const shown = all.filter(
    ({ found, files }) => everything || found || files.some(({ servers }) => servers.length > 0),
  );
  const hidden = all.length - shown.length;
  const rest = hidden > 0 ? `${pluralize(hidden, 'other host')} known; \`haft hosts --all\` lists them.\n` : '';
  if (shown.length === 0) return `No known host was found.\n${rest}`;
  return `${shown.map((host) => hostText(host, around)).join('\n')}\n${rest}`;
}

function hostText(
  { id, title, verified, found, program, files, reload }: HostStatus,
  { system }: InstallSurroundings,
): string {
  const here = found ? (program === null ? 'found' : shownPath(program, system)) : 'not found';
  const connected = files.some(({ servers, skills }) => servers.length + skills.length > 0);
  const lines = files.flatMap(({ scope, path, exists, servers, skills, localModel, approve, problem }) => {
    const names = servers.map(({ name, state }) => (state === 'gone' ? `${name} (no longer in the file)` : name));
    return [
      `  ${scope}: ${shownPath(path, system)}${exists ? '' : ' (no file)'}`,
      ...(problem === null ? [] : [`    problem: ${problem}`]),
      ...(names.length > 0 ? [`    servers: ${names.join(', ')}`] : []),
      ...(skills.length > 0 ? [`    skills: ${skills.join(', ')}`] : []),
      ...(localModel.length > 0 ? [`    local model: ${localModel.join(', ')}`] : []),
      ...(servers.length > 0 && approve !== null ? [`    approve: ${approve}`] : []),
    ];
  });
  return escapeUnsafe(
    [
      `${id}: ${title}, ${here} (${verified.replace(/^ran /, 'tried with ').replace(/^docs$/, 'as documented')})`,
      ...lines,
      ...(connected ? [`  reload: ${reload}`] : [`  connect: haft install ${id}`]),
    ].join('\n'),
  );
}
