/** Parameters of imported tools that ask the model for a secret: their author decides. */
import type { JsonObject, Schema } from '@haft/runtime/language';
import { isObject, mainType } from '@haft/runtime/language';
import { asksForSecret } from '../../check/analysis/secrets/secret-name.ts';
import type { ImportedDocument, Loss } from './imported.ts';

/** Objects inside objects; what is deeper is read by rules. */
const DEEPEST = 8;

export function secretParameterLosses({ value }: Pick<ImportedDocument, 'value'>, hint: string): Loss[] {
  const { from, name: tool, parameters } = value;
  return secretsIn(parameters, String(tool), '', 0).map((name) => {
    const message = `Parameter "${name}" asks the model for a secret.`;
    return { kind: 'todo', subject: 'secret parameters', from, message, hint };
  });
}

/** Their names, with those of the objects around them. */
function secretsIn(properties: unknown, tool: string, before: string, depth: number): string[] {
  if (!isObject(properties) || depth > DEEPEST) return [];
  return Object.entries(properties).flatMap(([name, given]) => {
    if (!isObject(given)) return [];
    const spec = given as JsonObject;
    const description = typeof spec['description'] === 'string' ? spec['description'] : '';
    const asked = { name, description, type: mainType(spec as Schema) ?? '', tool, isListed: 'enum' in spec };
    const inner = isObject(spec['items']) ? spec['items'] : spec;
    const own = asksForSecret(asked) ? [`${before}${name}`] : [];
    return [...own, ...secretsIn(inner['properties'], tool, `${before}${name}.`, depth + 1)];
  });
}
