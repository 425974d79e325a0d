/** Small specs that no rule objects to, for tests of what happens around them. */

const TOOLS: Readonly<
  Record<string, { readonly does: string; readonly when: string; readonly queries: readonly string[] }>
> = {
  get_time: {
    does: 'Tells the exact time of the computer.',
    when: 'the user asks how late it is',
    queries: ['how late is it', 'tell me the time', 'what time is it now', 'is it past noon'],
  },
  list_trains: {
    does: 'Lists the next departures from the nearest station.',
    when: 'the user wants to travel by rail',
    queries: [
      'when does the next train leave',
      'how do I get to the coast by rail',
      'are there departures tonight',
      'show me trains',
    ],
  },
  count_sheep: {
    does: 'Counts the animals of the farm in the meadow.',
    when: 'the user cannot sleep',
    queries: ['I cannot sleep', 'how many sheep are there', 'count the flock', 'are all sheep home'],
  },
};

/** A tool as an item of a list. `behavior` is its last key, such as `handler: handlers.ts`. */
export function toolItem(name: string, behavior: string, like: string = name): string {
  const { does, when, queries } = TOOLS[like] ?? { does: '', when: '', queries: [] };
  return `  - name: ${name}
    description: { does: ${does}, when: ${when}, examples: [${queries[0] ?? ''}] }
    effects: read
    returns: { type: object, properties: { text: { type: string } } }
    evals:
${queries.map((query) => `      - { query: ${query} }\n`).join('')}      - { query: write a poem about rain, expect: none }
    ${behavior}
`;
}

export function serverSpec(name: string, summary: string, tools: readonly string[]): string {
  return `kind: server\nname: ${name}\nversion: 1.0.0\nsummary: ${summary}\ntools:\n${tools.join('')}`;
}

export const COMMAND = 'command: { argv: [date], stdout: text, result: { text: "" } }';

/** One server, one tool, clean. */
export const CLOCK = serverSpec('clock', 'Tells the time.', [toolItem('get_time', COMMAND)]);
