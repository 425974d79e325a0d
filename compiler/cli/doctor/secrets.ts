/** Redacts the secrets of an entry in the output of its server. */
import type { ObservedServer } from '../../doctor/observed.ts';

/** By name, even if the server does not declare them as secret. */
const SECRET = /key|token|secret|password|credential|auth/i;
/** Shorter values would take parts out of every word. */
const SHORTEST = 4;

export function redactFor(server: ObservedServer): (text: string) => string {
  const { launch, form } = server;
  const known = launch?.script?.compiled?.env ?? {};
  const open = new Set(Object.entries(known).flatMap(([name, { secret }]) => (secret ? [] : [name])));
  const written = form.kind === 'program' ? [...Object.keys(form.values), ...form.names] : [];
  const names = Object.keys(launch?.environment ?? {}).filter(
    (name) => !open.has(name) && (written.includes(name) || known[name]?.secret === true || SECRET.test(name)),
  );
  const given = (launch?.args ?? []).filter((arg) => arg !== launch?.script?.file && SECRET.test(arg));
  const values = [
    ...names.map((name) => launch?.environment[name] ?? ''),
    ...given.flatMap((arg) => [arg, arg.slice(arg.indexOf('=') + 1)]),
  ].filter((value) => value.length >= SHORTEST);
  const longest = [...new Set(values)].sort((a, b) => b.length - a.length);
  return (text) => longest.reduce((shown, value) => shown.replaceAll(value, () => '<secret>'), text);
}
