/** The fields of a body that are parameters. */
import { isReadOnly } from './objects.ts';
import type { ObjectShape } from './objects.ts';
import type { OperationContext } from './context.ts';
import { reportReadOnlyFields, reportSchemaLosses, reportBodyLosses } from './schema-losses.ts';
import { memberOf } from './values.ts';

export interface BodyField {
  readonly name: string;
  readonly place: string;
  readonly raw: unknown;
  readonly required: boolean;
}

/** Required ones first; without those that only the service sets. */
export function fieldsOf(
  { properties, required, parts }: ObjectShape,
  { follow, lose }: OperationContext,
): BodyField[] {
  for (const part of parts) {
    reportSchemaLosses(part, lose);
    reportBodyLosses(part, lose);
  }
  for (const name of required)
    if (!properties.has(name))
      lose(
        'undescribed fields',
        `The body requires field "${name}", which the document does not describe; it is not sent.`,
        'Add it to the parameters where the service needs it.',
      );
  const all = [...properties].flatMap(([name, raw]): BodyField[] => {
    const isNeeded = required.has(name);
    if (isReadOnly(raw, follow)) {
      reportReadOnlyFields(lose);
      return [];
    }
    if (memberOf(raw, 'deprecated') === true && !isNeeded) {
      lose('deprecated parameters', `Field "${name}" of the body is deprecated and optional; it is left out.`);
      return [];
    }
    return [{ name, place: 'body', raw, required: isNeeded }];
  });
  return all.sort((a, b) => Number(b.required) - Number(a.required));
}

/** `{ each, as }` means something else in a body. */
export function isMapping(fields: readonly BodyField[]): boolean {
  return (
    fields
      .map(({ name }) => name)
      .sort()
      .join() === 'as,each'
  );
}

export function reportOtherFields({ others }: ObjectShape, { lose }: OperationContext): void {
  if (others === undefined || others === false) return;
  lose(
    'further fields',
    'The body accepts fields with any name; only those with a name are parameters.',
    'Add the fields that you need.',
  );
}
