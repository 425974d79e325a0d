/** What a call can send in the place of a variable of a statement, by the schemas of the tool. */
import { type Schema, ownMember } from '@haft/runtime/language';
import { templateVariables } from '../../../spec/behaviors/variables.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { Profile } from '../../settings.ts';
import { schemaIssue } from '../schemas/inner-schemas.ts';
import type { CallValues } from './every-row.ts';

/** `{filter.note}` is a property of the parameter. What is null leaves its group out. */
export function callValues(
  { parameters = {}, definitions }: ToolSpec,
  profile: Profile,
  canBeNull: boolean,
): Omit<CallValues, 'patterns'> {
  const schemaOf = (variable: string): Schema | undefined => {
    const [root = '', ...path] = templateVariables(variable)[0]?.path ?? [];
    return path.reduce<Schema | undefined>(
      (schema, name) => ownMember(schema?.properties ?? {}, name),
      ownMember(parameters, root),
    );
  };
  return {
    isOfCall: (variable) => schemaOf(variable) !== undefined,
    accepts(variable, value) {
      const schema = schemaOf(variable);
      return (
        schema !== undefined &&
        (value !== null || canBeNull) &&
        schemaIssue(schema, value, definitions, profile === 'mcp') === undefined
      );
    },
  };
}
