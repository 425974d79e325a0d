/** What schemas of profile ext have beyond EXT's five types (ADR 20, ADR 23): how each is written, what fits, what is rejected with which message. */
import type { Json } from '../../runtime/language/index.ts';

export interface Row {
  /** Of the parameter, and of the property of results. */
  readonly name: string;
  /** In flow style, without the description. */
  readonly schema: string;
  readonly description: string;
  /** In a handler; an optional argument may be undefined as well. */
  readonly type: string;
  readonly fits: readonly Json[];
  /** With the message that a model gets. */
  readonly rejected: readonly (readonly [value: Json, message: string])[];
}

const UUID = '0b6f1c6e-4a1c-4f7e-9d55-0a7d3c5b2e11';

export const ROWS: readonly Row[] = [
  {
    name: 'assignee',
    schema: 'type: [string, "null"], maxLength: 20',
    description: 'Account that the task belongs to; null takes it away.',
    type: 'string | null',
    fits: ['ada', '', null],
    rejected: [[7, '/assignee must be a string of at most 20 characters or null, got the number 7.']],
  },
  {
    name: 'due',
    schema: 'type: [string, "null"], format: date',
    description: 'Day on which the task is due; null removes it.',
    type: 'string | null',
    fits: ['2024-02-29', null],
    rejected: [
      ['2023-02-29', '/due must be a string in the format date (such as "2026-01-31"), got the string "2023-02-29".'],
      [false, '/due must be a string in the format date (such as "2026-01-31") or null, got false.'],
    ],
  },
  {
    name: 'points',
    schema: 'type: [integer, "null"], minimum: 0, maximum: 100',
    description: 'Effort in points; null removes the estimate.',
    type: 'number | null',
    fits: [0, 100, null],
    rejected: [
      [101, '/points must be an integer from 0 to 100, got the number 101.'],
      [1.5, '/points must be an integer from 0 to 100, got the number 1.5.'],
      ['5', '/points must be an integer from 0 to 100 or null, got the string "5".'],
    ],
  },
  {
    name: 'weight',
    schema: 'type: [number, "null"], minimum: 0, maximum: 99.5',
    description: 'Weight in kilograms; null removes it.',
    type: 'number | null',
    fits: [0.1, 99.5, 0, null],
    rejected: [[99.6, '/weight must be a number from 0 to 99.5, got the number 99.6.']],
  },
  {
    name: 'pinned',
    schema: 'type: [boolean, "null"]',
    description: 'Whether the task is pinned; null leaves that to the board.',
    type: 'boolean | null',
    fits: [true, false, null],
    rejected: [['true', '/pinned must be true or false or null, got the string "true".']],
  },
  {
    name: 'level',
    schema: 'type: [string, "null"], enum: [low, high, null]',
    description: 'How urgent the task is; null removes the mark.',
    type: '"low" | "high" | null',
    fits: ['low', null],
    rejected: [['middle', '/level must be one of "low", "high", null, got the string "middle".']],
  },
  {
    name: 'tags',
    schema: 'type: [array, "null"], maxItems: 2, items: { type: string, description: A tag. }',
    description: 'Tags of the task; null removes them all.',
    type: 'readonly string[] | null',
    fits: [['a', 'b'], [], null],
    rejected: [
      [['a', 'b', 'c'], '/tags must be an array of at most 2 items, got an array of 3 items.'],
      [['a', null], '/tags/1 must be a string, got null.'],
    ],
  },
  {
    name: 'place',
    schema:
      'type: [object, "null"], properties: { room: { type: string, description: Name of the room. }, floor: { type: [integer, "null"], description: Floor; null clears it. } }, required: [room]',
    description: 'Where the task is done; null removes it.',
    type: '{ readonly room: string; readonly floor?: number | null } | null',
    fits: [{ room: 'A', floor: null }, { room: 'A', floor: 2 }, { room: 'A' }, null],
    rejected: [
      [{}, '/place/room is required: expected a string.'],
      [{ room: 'A', floor: '2' }, '/place/floor must be an integer or null, got the string "2".'],
      [{ room: 'A', flor: 2 }, '/place/flor is not a known property. Did you mean "floor"?'],
    ],
  },
  {
    name: 'price',
    schema: 'type: number, minimum: 0.5, maximum: 10000',
    description: 'Price of the work in euros.',
    type: 'number',
    fits: [0.5, 12.25, 10000],
    rejected: [
      [0.49, '/price must be a number from 0.5 to 10000, got the number 0.49.'],
      ['12.25', '/price must be a number from 0.5 to 10000, got the string "12.25".'],
      [null, '/price must be a number from 0.5 to 10000, got null.'],
    ],
  },
  {
    name: 'starts',
    schema: 'type: string, format: date-time',
    description: 'When the work starts.',
    type: 'string',
    fits: ['2026-11-22T09:30:00Z', '2026-11-22T09:30:00.5+01:00'],
    rejected: [
      [
        '2026-11-22T09:30:00',
        '/starts must be a string in the format date-time (such as "2026-01-31T09:30:00Z"), got the string "2026-11-22T09:30:00".',
      ],
    ],
  },
  {
    name: 'reminder',
    schema: 'type: string, format: time',
    description: 'Time of day of the reminder.',
    type: 'string',
    fits: ['09:30:00Z'],
    rejected: [
      ['09:30', '/reminder must be a string in the format time (such as "09:30:00Z"), got the string "09:30".'],
    ],
  },
  {
    name: 'contact',
    schema: 'type: string, format: email',
    description: 'Address of the person who knows more.',
    type: 'string',
    fits: ['ada+work@example.org'],
    rejected: [
      ['ada', '/contact must be a string in the format email (such as "name@example.org"), got the string "ada".'],
    ],
  },
  {
    name: 'link',
    schema: 'type: string, format: uri',
    description: 'Page about the task.',
    type: 'string',
    fits: ['https://example.org/a?b=c%20d&e'],
    rejected: [
      [
        'example.org',
        '/link must be a string in the format uri (such as "https://example.org/"), got the string "example.org".',
      ],
    ],
  },
  {
    name: 'parent_id',
    schema: 'type: string, format: uuid',
    description: 'Identifier of the task that this one belongs to.',
    type: 'string',
    fits: [UUID],
    rejected: [
      [
        '0b6f1c6e',
        '/parent_id must be a string in the format uuid (such as "123e4567-e89b-12d3-a456-426614174000"), got the string "0b6f1c6e".',
      ],
    ],
  },
  {
    name: 'length',
    schema:
      'type: object, properties: { unit: { type: string, const: hours, description: The only unit. }, amount: { type: number, minimum: 0, maximum: 24, description: Hours of work. } }, required: [unit, amount]',
    description: 'How long the work takes.',
    type: '{ readonly unit: "hours"; readonly amount: number }',
    fits: [{ unit: 'hours', amount: 1.5 }],
    rejected: [
      [{ unit: 'days', amount: 1 }, '/length/unit must be "hours", got the string "days".'],
      [{ amount: 1 }, '/length/unit is required: expected "hours".'],
    ],
  },
  {
    name: 'labels',
    schema: 'type: object, additionalProperties: { type: string, maxLength: 9, description: Value of the label. }',
    description: 'Labels by name, as the team chose them.',
    type: '{ readonly [name: string]: string }',
    fits: [{}, { team: 'north', 'a b': '' }],
    rejected: [[{ team: 1 }, '/labels/team must be a string of at most 9 characters, got the number 1.']],
  },
  {
    name: 'hours',
    schema:
      'type: object, additionalProperties: { type: [number, "null"], minimum: 0, maximum: 24, description: Hours; null deletes the entry. }',
    description: 'Hours by account.',
    type: '{ readonly [name: string]: number | null }',
    fits: [{ ada: 1.5, bob: null }],
    rejected: [[{ ada: 25 }, '/hours/ada must be a number from 0 to 24, got the number 25.']],
  },
  {
    name: 'range',
    schema:
      'type: object, properties: { from: { type: string, format: date, description: First day. } }, additionalProperties: { type: integer, description: A count. }',
    description: 'Counts by name, from a day on.',
    type: 'haft.JsonObject',
    fits: [{ from: '2024-02-29', sheep: 3 }],
    rejected: [
      [{ sheep: 'x' }, '/range/sheep must be an integer, got the string "x".'],
      [{ from: 3 }, '/range/from must be a string in the format date (such as "2026-01-31"), got the number 3.'],
    ],
  },
  {
    name: 'shelf',
    schema: 'use: shelf',
    description: 'Shelf of the papers.',
    type: 'string',
    fits: ['A7'],
    rejected: [['7A', '/shelf must be a string matching /^[A-F]\\d$/, got the string "7A".']],
  },
];
