/** The sentences of a description that a change touched: those that only one of two texts has. */
import type { DescriptionPart } from '../../../check/description.ts';
import type { Choice } from '../../../versions/receipts/choice.ts';

interface ChangedText {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

/** The named tools and skills whose description differs. */
export function changedTexts(names: readonly string[], before: Choice, after: Choice): readonly ChangedText[] {
  return names.flatMap((name) => {
    const [old, now] = [partsOf(before, name), partsOf(after, name)];
    const [gone, added] = [without(old, now), without(now, old)];
    if (gone === '' && added === '') return [];
    return [{ name, ...(gone !== '' && { before: gone }), ...(added !== '' && { after: added }) }];
  });
}

function partsOf({ servers, skills }: Choice, name: string): readonly DescriptionPart[] {
  const all = [...servers.flatMap(({ tools }) => tools), ...skills];
  return all.find((one) => one.name === name)?.description.parts ?? [];
}

function without(parts: readonly DescriptionPart[], others: readonly DescriptionPart[]): string {
  const known = new Set(others.map(({ text }) => text));
  return parts
    .filter(({ text }) => !known.has(text))
    .map(({ text }) => text)
    .join(' ');
}
