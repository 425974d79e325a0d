/** A tool whose schema no host can fill. */
import { membersOf } from '../../../../plan/read-json.ts';
import { CALL_FAILS, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const schemaWrong: Symptom = {
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
};

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
