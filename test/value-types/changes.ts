/** Changes of value types, with the level that each has for arguments and for results, there and back. */
import type { ChangeLevel } from '../../compiler/versions/change.ts';

type Levels = readonly [there: ChangeLevel, back: ChangeLevel];

interface SchemaChange {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly argument: Levels;
  readonly result: Levels;
}

const WIDER: Pick<SchemaChange, 'argument' | 'result'> = {
  argument: ['safe', 'breaking'],
  result: ['breaking', 'risky'],
};
const OTHER: Pick<SchemaChange, 'argument' | 'result'> = {
  argument: ['breaking', 'breaking'],
  result: ['breaking', 'breaking'],
};
/** Bounds, lists of values and closed objects: some consumers do not care. */
const LOOSER: Pick<SchemaChange, 'argument' | 'result'> = {
  argument: ['safe', 'breaking'],
  result: ['risky', 'risky'],
};

const ITEMS = 'items: { type: string, description: A day. }';
const PLACE = 'properties: { room: { type: string, description: A room. } }';
const COUNT = (more: string): string => `additionalProperties: { type: integer, description: A count.${more} }`;

export const CHANGES: readonly SchemaChange[] = [
  { name: 'null', from: 'type: string', to: 'type: [string, "null"]', ...WIDER },
  { name: 'null', from: 'type: string, format: date', to: 'type: [string, "null"], format: date', ...WIDER },
  { name: 'null', from: `type: array, ${ITEMS}`, to: `type: [array, "null"], ${ITEMS}`, ...WIDER },
  { name: 'null', from: `type: object, ${PLACE}`, to: `type: [object, "null"], ${PLACE}`, ...WIDER },
  { name: 'null', from: 'type: string, enum: [a]', to: 'type: [string, "null"], enum: [a, null]', ...WIDER },
  {
    name: 'number',
    from: 'type: integer, minimum: 0, maximum: 5',
    to: 'type: number, minimum: 0, maximum: 5',
    ...WIDER,
  },
  {
    name: 'bound',
    from: 'type: number, minimum: 0, maximum: 5',
    to: 'type: number, minimum: 0, maximum: 5.5',
    ...LOOSER,
  },
  {
    name: 'bound',
    from: 'type: [number, "null"], minimum: 0, maximum: 5',
    to: 'type: [number, "null"], minimum: -0.5, maximum: 5',
    ...LOOSER,
  },
  ...['date', 'date-time', 'time', 'email', 'uri', 'uuid'].map((format) => {
    return { name: 'format', from: `type: string, format: ${format}`, to: 'type: string', ...WIDER };
  }),
  { name: 'format', from: 'type: string, format: date', to: 'type: string, format: date-time', ...OTHER },
  { name: 'format', from: 'type: string, format: email', to: 'type: string, format: uri', ...OTHER },
  { name: 'format', from: 'type: [string, "null"], format: uuid', to: 'type: [string, "null"]', ...WIDER },
  { name: 'const', from: 'type: string, const: a', to: 'type: string, const: b', ...OTHER },
  { name: 'const', from: 'type: string, const: a', to: 'type: string', ...LOOSER },
  { name: 'const', from: 'type: string, const: a', to: 'type: string, enum: [a, b]', ...LOOSER },
  {
    name: 'free keys',
    from: `type: object, ${PLACE}, additionalProperties: false`,
    to: `type: object, ${PLACE}, ${COUNT('')}`,
    ...LOOSER,
  },
  {
    name: 'free keys',
    from: `type: object, ${COUNT('')}`,
    to: 'type: object, additionalProperties: true',
    ...WIDER,
  },
  { name: 'free keys', from: `type: object, ${COUNT(', minimum: 0')}`, to: `type: object, ${COUNT('')}`, ...WIDER },
  {
    name: 'free keys',
    from: `type: object, ${COUNT('')}`,
    to: 'type: object, additionalProperties: { type: string, description: A count. }',
    ...OTHER,
  },
];

export const GROUPS: readonly { readonly from: string; readonly to: string; readonly levels: Levels }[] = [
  { from: '', to: 'at_least_one: [[id, mail]]', levels: ['breaking', 'safe'] },
  { from: 'at_least_one: [[id, mail, name]]', to: 'at_least_one: [[id, mail]]', levels: ['breaking', 'safe'] },
  {
    from: 'at_least_one: [[id, mail]]',
    to: 'at_least_one: [[id, mail], [mail, name]]',
    levels: ['breaking', 'safe'],
  },
  {
    from: 'required: [id]\nat_least_one: [[mail, name]]',
    to: 'required: [id]\nat_least_one: [[mail, name], [name, day]]',
    levels: ['breaking', 'safe'],
  },
  { from: 'at_least_one: [[id, mail]]', to: 'required: [id]', levels: ['breaking', 'safe'] },
];
