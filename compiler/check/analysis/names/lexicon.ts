/** Words in names of tools and parameters that name no object, and words that are both verb and noun. Data. */
import { wordList, wordSet } from '../../../base/word-lists.ts';

/** Nouns that name nothing: `process_data(input)`, `fetch(id)` (EXT §8 rule 4). `vocabulary:` in haft.yaml may allow them. */
export const GENERIC_NOUNS = wordList(`
  args content data element elements entities entity info information input item items misc object objects options
  output params payload record records request resource resources response result results stuff thing things value
  values
`);

/** Verbs too general for a name without a specific noun. */
export const GENERIC_VERBS = wordList(`
  access call do execute get go handle invoke make manage manipulate obtain operate perform process provide request
  run set use
`);

/** Names of parameters that do not say what the value is. */
export const GENERIC_PARAMETERS = wordSet(`
  abc anything arg arg_one arg_two args argument arguments bar baz blah body_data bool buf cfg ctx data data_input
  data_object dict dummy elem extra first_arg first_argument first_param foo foobar generic_input info information
  input input_data input_object input_string input_text input_value inputs int item items json_data kwargs misc
  my_data my_id my_value num obj object objects options opts output param param_one param_two parameter parameters
  params payload payload_data prm qux raw_data raw_input request_data second_arg second_argument second_param
  some_data some_input some_value something sth str string string_value struct stuff stuff_to_use temp text_input
  the_data the_id the_input the_value thing things tmp user_input val value value_one value_two values var variable
  whatever xyz
`);

/** They narrow a name and name nothing: `get_all_items_by_id`. */
export const QUALIFIERS = wordSet(`
  a about all an and any anything as at batch bulk by complete detail detailed details each every everything existing
  find for from full generic given id identifier ids in into it its latest list many multiple my new now of on one or
  over own recent simple single some something specific the their them these this those to up via with your
`);

/** Verbs that need an object in a name. Others (commit, translate, checkout) are complete alone. */
export const OPEN_VERBS = wordSet(`
  access add apply call change check copy create delete do edit execute fetch fill find get go handle insert inspect
  invoke list load look lookup make manage manipulate modify move obtain open operate perform process provide pull
  push put query read remove rename replace request retrieve run save search send set show start stop store submit
  update upload use validate view write
`);

/** Nouns that may be the very thing a server is about: an item in a shop, a record in an archive. */
export const POSSIBLE_NOUNS = wordSet(`
  content element elements entities entity item items object objects record records request resource resources
  response result results value values
`);

/** Nouns that are as generic as the verb before them: `perform_action`, `handle_event`, `run_command`. */
export const HOLLOW_NOUNS = wordSet(`
  action actions activity api call command commands event events function functions instruction instructions job jobs
  method methods operation operations procedure process request requests service services step steps task tasks thing
  things work
`);

/** Parameters that do not name what the tool works on. */
export const VAGUE_PARAMETERS = wordSet(`
  arg args arguments body config content count cursor data entity fields filter filters format id identifier ids info
  input item items key keys kind kwargs limit mode name names object offset operation options output page param
  parameters params payload properties props q query record request resource search settings sort start string table
  target term text thing type uid uuid value values
`);

/** Verbs that are nouns as well, so that `file_search` only seems to start with one. */
export const NOUN_VERBS = wordSet(`
  alert answer archive audit backup batch bill block book bookmark branch burn call cast change charge chart check
  checkout claim cluster coach comment commit control cook copy cure cut damage diff display download draft drive ease
  edit email estimate export extract feed fight file filter finance fix flag fly focus forecast fork format group
  guide handle hash help highlight hold host hunt import increment index influence invoice issue join judge label
  launch learn lease leave link list load lock log login map mark mask match measure merge mirror mount move name need
  offer order outline pack paint partition patch permit pick pin place plan play plot poll post practice praise press
  preview print process produce profile provision prune publish pull purchase push query queue quote rank rate read
  record refund register release remind repair reply report request research reserve reset resume return review reward
  roll route run salvage sample save scale scan schedule score scroll search select set shake shape share shed shift
  shine shout sign snapshot sort split stage star start steep stop store stream study suture swab switch sync tag
  tally tap tear test trace track train transfer transition treat trigger tune type update upgrade upload upvote use
  vacuum view visit vote wait walk wash waste watch wax wear wish witness wrap zip zoom
`);

/** Verbs that are hardly ever nouns: in any position they are the verb. */
export const SURE_VERBS = wordSet(`
  add append assign cancel compose create delete describe enumerate execute fetch find generate get insert modify
  remove rename retrieve unassign upsert
`);

/** Verbs that are nearly always the thing when only its facts follow: `book_details`, `order_status`. */
export const THING_VERBS = wordSet(`
  batch block book bookmark branch cluster comment email file filter flag group index invoice issue label log map
  order plan post profile record report schedule tag
`);

/** Nouns for facts about an object. */
export const FACT_NOUNS = wordSet(`
  attributes config configuration content contents count data description detail details history id ids info
  information list metadata metrics name names overview properties settings size statistics stats status summary
`);

/** Verbs at the end of a name that starts with its object: `issue_read`, `image_search`. */
export const THING_LAST = wordSet('list read search send write');

/** Words of descriptions for where an object is; they make a name no more specific unless the server is about them. */
export const PLACES = wordSet(`
  api app application backend cloud database endpoint server service site storage store system url uuid
`);
