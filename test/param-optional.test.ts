/** When a parameter needs bounds, and when it may be left out without a default. */
import { describe, expect, test } from 'vitest';
import type { Schema } from '../runtime/language/schema.ts';
import { saidOf } from './support/messages-of.ts';

describe('integer-bounds', () => {
  test.each<[name: string, schema: Schema, fires: boolean]>([
    ['limit', { type: 'integer' }, true],
    ['limit', { type: 'integer', minimum: 1 }, true],
    ['limit', { type: 'integer', minimum: 1, maximum: 9 }, false],
    ['max_results', { type: 'integer' }, true],
    ['offset', { type: 'integer', minimum: 0 }, false],
    ['per_page', { type: 'integer', minimum: 1 }, true],
    ['offset', { type: 'integer' }, true],
    ['year', { type: 'integer' }, false],
    ['user_id', { type: 'integer' }, false],
    ['order_number', { type: 'integer' }, false],
    ['issue_number', { type: 'integer' }, false],
  ])('%s: %j → %s', (name, schema, fires) => {
    expect(saidOf([name, schema, 'Something to say.']).includes('integer-bounds')).toBe(fires);
  });
});

describe('optional-has-default', () => {
  test.each<[schema: Schema, description: string, fires: boolean]>([
    [{ type: 'integer' }, 'Year of the first edition.', true],
    [{ type: 'integer' }, 'Year of the first edition; all years when left out.', false],
    [{ type: 'integer', default: 1984 }, 'Year of the first edition.', false],
    [{ type: 'integer' }, 'Year of the first edition. Defaults to 1984.', true],
    [{ type: 'boolean' }, 'Whether to go on.', true],
    [{ type: 'boolean' }, 'Only books that are lent, or not; both unless given.', false],
    [{ type: 'string', enum: ['a', 'b'] }, 'Letter of the shelf.', true],
    [{ type: 'string', enum: ['a', 'b'] }, 'Letter of the shelf. Omit it to search all.', false],
    [{ type: 'string' }, 'Words to look for.', false],
    [{ type: 'array', items: { type: 'string' } }, 'Tags that a book must have.', false],
  ])('%j, %j → %s', (schema, description, fires) => {
    expect(saidOf(['published', schema, description], { optional: true }).includes('optional-has-default')).toBe(fires);
  });
});
