/** What no user would type in a request, and what looks like it and is typed. */
import { describe, expect, test } from 'vitest';
import { identifierIn } from '../compiler/check/analysis/request-identifiers.ts';

const TOOL = 'search_books';

describe('what only programs use', () => {
  test.each([
    ['open QX7K2M4P please', 'key', 'QX7K2M4P'],
    ['refund the customer cus_9s6XKzkNRiz8i3.', 'key', 'cus_9s6XKzkNRiz8i3'],
    ['what is in 5d1b7c2e-0a94-4f3e-8c6d-2b7a90e1f354?', 'uuid', '5d1b7c2e-0a94-4f3e-8c6d-2b7a90e1f354'],
    ['look up 9b74c9897bac770ffc029102a200c5de', 'hash', '9b74c9897bac770ffc029102a200c5de'],
    ['call search_books with tides', 'tool', 'search_books'],
  ])('%s', (text, kind, word) => {
    expect(identifierIn(text, TOOL)).toEqual({ kind, word });
  });

  test('a name in camel case is a tool’s', () => {
    expect(identifierIn('use searchBooks', 'searchBooks')?.kind).toBe('tool');
  });
});

describe('what people type', () => {
  test.each([
    'when does LH2034 land and is it an A320neo',
    'pay invoice INV2024001 from DE89370400440532013000 or GB29NWBK60161331926819',
    'revert commit a1b2c3d',
    'do we have 978-0-13-468599-1 or 10.1000/182',
    'what is https://example.org/watch?v=dQw4w9WgXcQ about',
    'read /home/ada/Q3k9Z2x7/report.pdf',
    'ask qwen3:0.6b and llama3.2:3b about H2SO4',
    'search books about COVID19 and 1234567890123456',
    'can you order the parts 4x4x4 and M8x20 by 2026-11-22T05',
  ])('%s', (text) => {
    expect(identifierIn(text, TOOL)).toBeUndefined();
  });

  test('a tool whose name is a plain word or a brand', () => {
    expect(identifierIn('search for tides', 'search')).toBeUndefined();
    expect(identifierIn('ask KalendarAI', 'KalendarAI')).toBeUndefined();
  });
});
