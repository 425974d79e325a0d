/** The hint of a result, which is written for a model, as a step for the person who runs the doctor. */

/** What only a model does. */
const OF_MODELS =
  /^(?:Do not |Retry|Wait |Then retry|Call |Use another|Use |Send |Fix the arguments|Request |Check first|Tell the user)/;

/** Nothing where the hint has no step for a person. */
export function forPerson(hint: string): string | undefined {
  const steps = hint
    .split(/(?<=[.!?])\s+/)
    .map((sentence) =>
      sentence.replace(/^(?:Then )?[Aa]sk the user (?:to |whether |for )/, (start) =>
        start.endsWith('to ') ? '' : `${start} `,
      ),
    )
    .filter((sentence) => sentence !== '' && !OF_MODELS.test(sentence) && !/\bthe user\b/.test(sentence))
    .map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1));
  return steps.length > 0 ? steps.join(' ') : undefined;
}
