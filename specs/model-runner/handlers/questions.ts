/** The two questions of the trial, the tools that are offered with both, and the one call that is right. */

/** Needs one call of `get_time`, whose two arguments follow from the words. */
export const NEEDS_TOOL = 'What time is it now in Oslo? Tell me on a 24-hour clock.';

/** Any model knows this by heart. */
export const NEEDS_NONE = 'What is seven times eight? Answer with the number only.';

/** Name of the tool that is right. */
export const RIGHT_TOOL = 'get_time';

/** What its arguments have to be; names of places may be followed by a country. */
export const RIGHT_ARGUMENTS: Readonly<Record<string, RegExp>> = { city: /^\s*oslo\b/i, clock: /^24-hour$/ };

/** The second is there to be left alone. */
export const TOOLS = [
  {
    type: 'function',
    function: {
      name: RIGHT_TOOL,
      description: 'Gives the present time of a city. Use when the user asks what time it is.',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string', description: 'Name of the city.' },
          clock: { type: 'string', enum: ['12-hour', '24-hour'], description: 'How the time is told.' },
        },
        required: ['city', 'clock'],
        additionalProperties: false,
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Gives the weather of a city. Use when the user asks about the weather, not about the time.',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Name of the city.' } },
        required: ['city'],
        additionalProperties: false,
      },
    },
  },
] as const;

/** Marks with which models print a call; the name of a tool alone is no call. */
export const PRINTED_CALL =
  /["'<=]\s*get_(?:time|weather)\b|\bget_(?:time|weather)\s*[({>:]|<\|?\/?(?:tool_call|function)|\[TOOL_CALLS?\]|"(?:arguments|parameters)"\s*:/i;
