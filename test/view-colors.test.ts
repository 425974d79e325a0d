/** Contrast of the colors of the page of views, computed from its style sheet (WCAG 2.2, 1.4.3 and 1.4.11). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const SHEET = readFileSync(new URL('../runtime/views/page/page.css', import.meta.url), 'utf8');

interface Rule {
  readonly selector: string;
  readonly declared: ReadonlyMap<string, string>;
}

const RULES: readonly Rule[] = [...SHEET.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
  selector: selector.trim(),
  declared: new Map(
    body.split(';').flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
    }),
  ),
}));
const VARIABLES = RULES.find(({ selector }) => selector === ':root')?.declared ?? new Map<string, string>();

/** A color without the variables of a host; undefined for what is none, or has none of its own. */
function colorOf(value: string, theme: 'light' | 'dark'): string | undefined {
  const name = /^var\((--\w+)\)$/.exec(value)?.[1];
  const text = name === undefined ? value : (VARIABLES.get(name) ?? '');
  const [, light, dark] = /light-dark\((#\w+), (#\w+)\)/.exec(text) ?? [];
  return theme === 'light' ? light : dark;
}

function luminance(color: string): number {
  const digits = color.length === 4 ? color.slice(1).replaceAll(/./g, '$&$&') : color.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test('the measure has the values of WCAG', () => {
  expect(contrast('#000', '#fff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const resolve = (value: string): string => colorOf(value, theme) ?? '';
  const surfaces = ['var(--back)', 'var(--shade)'];
  const isOwn = (value: string | undefined): value is string => value !== undefined && resolve(value) !== '';

  const texts = RULES.flatMap(({ selector, declared }) => {
    const [color, fill] = [declared.get('color'), selector.startsWith('.chart') ? declared.get('fill') : undefined];
    const background = declared.get('background');
    const grounds = isOwn(background) ? [background] : surfaces;
    return [color, fill].filter(isOwn).flatMap((text) => grounds.map((ground) => [selector, text, ground] as const));
  });
  const grounds = RULES.flatMap(({ selector, declared }) => {
    const background = declared.get('background');
    return isOwn(background) && !isOwn(declared.get('color')) ? [[selector, 'var(--text)', background] as const] : [];
  });

  test('the style sheet was read', () => {
    expect(texts.length).toBeGreaterThan(8);
    expect(grounds.length).toBeGreaterThan(3);
  });

  test.each([...texts, ...grounds])('%s: %s on %s is text of at least 4.5 to 1', (_selector, text, ground) => {
    expect(contrast(resolve(text), resolve(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(surfaces)('marks of charts and the outline of the focus are at least 3 to 1 on %s', (ground) => {
    expect(contrast(resolve('var(--mark)'), resolve(ground))).toBeGreaterThanOrEqual(3);
  });
});
