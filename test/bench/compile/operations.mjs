// The operations that every contestant compiles: N of them, ten to a place, each with the same four parameters and one result.

/** Two words make a place, so that names are many and no two are alike. */
const FIRST =
  'amber autumn bamboo barley birch bronze cedar clover cobalt copper coral crystal ember falcon fern frost garnet granite hazel heron indigo ivory jasper juniper lemon lilac maple marble meadow mint';
const SECOND =
  'anchor bay bridge canyon castle cliff cove creek dale delta dune forest garden glen grove harbour heath hill island lagoon lake marsh mill orchard pass peak pond quarry ridge river shore spring summit terrace tower valley village vineyard well wharf';

const [FIRSTS, SECONDS] = [FIRST.split(' '), SECOND.split(' ')];

/** How many operations there can be. */
const MOST = FIRSTS.length * SECONDS.length * 10;

/** Verb and noun of the name, what it does, when it is wanted, the choices of its closed set, and four requests. */
const KINDS = [
  kind(
    'search',
    'recipes',
    'Searches the cook book for dishes that can be made of given ingredients',
    'the user asks what to cook',
    ['vegetarian', 'fish', 'everything'],
    [
      'what can I make of leeks',
      'a soup for six people',
      'something sweet without eggs',
      'dinner from what is in the fridge',
    ],
  ),
  kind(
    'list',
    'departures',
    'Lists the next trains that leave from the station, with platform and delay',
    'the user wants to travel by rail',
    ['regional', 'express', 'night'],
    [
      'when does the next train leave',
      'are there trains tonight',
      'which platform for the coast',
      'is the morning train late',
    ],
  ),
  kind(
    'get',
    'forecast',
    'Gives the weather of the coming days, with rain, wind and the highest temperature',
    'the user plans to be outside',
    ['hourly', 'daily', 'weekly'],
    ['will it rain tomorrow', 'do I need a coat', 'how warm is Sunday', 'is a storm coming'],
  ),
  kind(
    'find',
    'exhibitions',
    'Finds what museums and galleries show, with opening hours and the price of a ticket',
    'a visitor wants to see art',
    ['paintings', 'sculptures', 'photographs'],
    [
      'where can I see paintings',
      'which gallery is open late',
      'somewhere with sculptures',
      'art for children on Monday',
    ],
  ),
  kind(
    'count',
    'sheep',
    'Counts the animals of a farm, flock by flock, as the shepherds reported them',
    'a farmer asks about the flock',
    ['lambs', 'ewes', 'rams'],
    ['how many animals are there', 'is the whole flock home', 'did a lamb run away', 'how large is the herd now'],
  ),
  kind(
    'show',
    'invoices',
    'Shows the bills that customers have not paid yet, with the day on which they are due',
    'the user asks who owes money',
    ['open', 'overdue', 'disputed'],
    ['who has not paid', 'which bills are overdue', 'what does the bakery owe us', 'show unpaid bills of May'],
  ),
  kind(
    'read',
    'minutes',
    'Reads what the council decided in its meetings, with the votes of each member',
    'somebody asks what was decided',
    ['budget', 'building', 'schools'],
    [
      'what did the council decide',
      'who voted against the bridge',
      'the last meeting about schools',
      'was the budget passed',
    ],
  ),
  kind(
    'look_up',
    'plants',
    'Looks up trees and flowers of the botanical collection by their features',
    'a gardener wants to identify something that grows',
    ['tree', 'shrub', 'herb'],
    [
      'which tree has red bark',
      'what grows in the shade',
      'name this flower with five leaves',
      'a herb that smells of pepper',
    ],
  ),
  kind(
    'check',
    'permits',
    'Checks which licences a builder holds and until which day each one is valid',
    'an inspector visits a construction site',
    ['demolition', 'scaffold', 'crane'],
    [
      'may they use a crane',
      'is the licence still valid',
      'who may pull down the barn',
      'until when is scaffolding allowed',
    ],
  ),
  kind(
    'browse',
    'recordings',
    'Browses concerts of the radio archive by composer, orchestra and year',
    'a listener is in the mood for music',
    ['orchestra', 'chamber', 'choir'],
    ['play something by Schubert', 'concerts of the fifties', 'a choir for the evening', 'the string quartets we have'],
  ),
];

function kind(verb, noun, does, when, choices, requests) {
  return { verb, noun, does, when, choices, requests };
}

/** Ten operations each; the last place has what is left. */
export function placesOf(count) {
  if (count > MOST) throw new Error(`There are words for ${MOST} operations, not for ${count}.`);
  return Array.from({ length: Math.ceil(count / 10) }, (_, index) => {
    const [first, second] = [FIRSTS[Math.floor(index / SECONDS.length)], SECONDS[index % SECONDS.length]];
    const operations = KINDS.slice(0, count - index * 10).map((one) => operation(one, first, second));
    return { name: `${first}-${second}`, title: `${capital(first)} ${capital(second)}`, operations };
  });
}

function operation({ verb, noun, does, when, choices, requests }, first, second) {
  const place = `${capital(first)} ${capital(second)}`;
  return {
    name: `${verb}_${noun}_${first}_${second}`,
    path: `/${first}-${second}/${noun}`,
    does: `${does}, as they are known in ${place}.`,
    when: `${when} and means ${place}`,
    choices,
    requests: requests.map((request) => `${request}, in ${place}`),
    noun,
  };
}

export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** As one text, for those who have no parts. */
export const descriptionOf = ({ does, when, requests }) => `${does} Use when ${when}. For example: "${requests[0]}".`;

/** The same four for every operation: a text, one of a closed set, a bounded count, a list. */
export const parametersOf = ({ noun, choices }) => [
  { name: 'query', type: 'string', required: true, description: `Words that describe the wanted ${noun}.` },
  { name: 'category', type: 'enum', values: choices, default: choices[0], description: `Which ${noun} are meant.` },
  {
    name: 'limit',
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 25,
    description: `How many ${noun} to return at most.`,
  },
  { name: 'tags', type: 'list', description: `Marks that all of the ${noun} have to carry.` },
];
