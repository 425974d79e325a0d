/** What a result shows of the pages that were read: a member without a place in it is lost, or no valid result. */
import { ownMember } from './json.ts';
import type { Schema } from './schema.ts';

/** Tells of a member whether the table names it, or without a table, whether the schema of the result has a place for it. */
export function pageFields(table: object | undefined, schema: Schema | undefined): (member: string) => boolean {
  if (table !== undefined) {
    const text = JSON.stringify(table);
    return (member) => text.includes(`"/${member}`);
  }
  const { properties = {}, additionalProperties: others = true } = schema ?? {};
  return (member) => others === true || ownMember(properties, member) !== undefined;
}
