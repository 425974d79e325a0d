/** Symptoms of the calls of a tool, and of what the service behind it needs. */
import { type Symptom, CALL_FAILS, inLaunches, inServers } from '../symptom.ts';
import { isUnset } from '../variables.ts';
import { membersOf } from '../../../../plan/read-json.ts';

export const CALLS: readonly Symptom[] = [
  /** A variable that the server needs is not handed over. */
  {
    id: 'variable-missing',
    symptom: CALL_FAILS,
    cause: 'a variable that the server needs has no value in the host',
    fix: 'set it where the host starts, or `haft install --env NAME=value`',
    look: inLaunches(({ script, environment }, { key, form }, { again }) => {
      const needed = Object.entries(script?.compiled?.env ?? {}).filter(([, { optional }]) => !optional);
      const inner = form.kind === 'program' ? form.keys.env : 'env';
      return needed
        .filter(([name]) => isUnset(environment[name]))
        .map(([name]) => ({
          key: `${key}.${inner}.${name}`,
          cause: `The server needs ${name}, but this host does not set it.`,
          fix: again('--env', `${name}=<value>`),
        }));
    }),
  },
  /** The program of an upstream is not where the server looks for it. */
  {
    id: 'upstream-missing',
    symptom: CALL_FAILS,
    cause: 'the program of an upstream, such as `npx`, is not installed, or not on the PATH of the host',
    fix: 'install it, or write its full path in the spec',
    byHand: 'the program is not a part of Haft',
    look: inLaunches(({ missing, path }, { key }) =>
      missing.map(({ upstream, program }) => {
        const where = /[/\\]/.test(program)
          ? 'There is no such program'
          : `The PATH of the host is "${path}", which has no such program`;
        return {
          key,
          cause: `Upstream "${upstream}" is the program "${program}": ${where}.`,
          fix: { say: 'Install it, or write its full path under `upstreams:` of the spec and compile again.' },
        };
      }),
    ),
  },
  /** A tool whose schema no host can fill. */
  {
    id: 'schema-wrong',
    symptom: CALL_FAILS,
    cause: '`inputSchema` is not valid: it is not an object, or `required` names a parameter that does not exist',
    fix: 'an entry with the compiled server, whose schemas `haft compile` has checked',
    byHand: 'a compiled server has a wrong schema only where it was changed by hand',
    look: inServers(({ started, launch }, { again, orAgain }) => {
      const tools = started?.kind === 'ready' ? started.tools : [];
      return tools.flatMap((tool) => {
        const { name, inputSchema } = membersOf(tool) ?? {};
        const fault = faultOf(membersOf(inputSchema));
        if (fault === undefined) return [];
        const cause = `The inputSchema of the tool "${String(name)}" ${fault}.`;
        const say = 'Delete the script of the entry, and run `haft compile`, which checks every schema.';
        return [
          { cause, fix: launch?.script?.outdated ? again(...(launch.script.copied ? ['--copy'] : [])) : orAgain(say) },
        ];
      });
    }),
  },
  /** The service behind a server is not running, closed, or rejects it. */
  {
    id: 'call-failed',
    symptom: CALL_FAILS,
    cause: 'the service behind the tool is not running, is closed, or rejects the key; only looked for with `--call`',
    fix: 'the one that the service needs; `haft call <tool>` shows the whole result',
    byHand: 'the service is not a part of Haft',
    look: inServers(
      ({ called, name }) =>
        called && {
          cause: `${called.tool} failed with "${called.code}": ${called.error}`,
          fix: { say: called.next ?? `Run \`haft call ${name}.${called.tool}\`, which shows the whole result.` },
        },
    ),
  },
];

const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

function faultOf(schema: Record<string, unknown> | undefined): string | undefined {
  if (schema?.['type'] !== 'object') return 'is not of the type "object"';
  const properties = membersOf(schema['properties'] ?? {}) ?? {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const lost = required.find((name) => typeof name !== 'string' || !Object.hasOwn(properties, name));
  if (lost !== undefined) return `requires "${String(lost)}", which is not one of its parameters`;
  const wrong = Object.entries(properties).find(([, one]) => {
    const types: readonly unknown[] = [membersOf(one)?.['type'] ?? 'string'].flat();
    return types.some((type) => !TYPES.has(String(type)));
  });
  return wrong && `has an unknown type for "${wrong[0]}"`;
}
