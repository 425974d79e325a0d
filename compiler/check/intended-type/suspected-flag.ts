/** Whether a description indicates that a parameter is yes or no. */
// Missed: other pairs ("open or shut"), and what happens "when it is set".
import { stem } from '../names/stem.ts';
import { FLAG_WORDS } from './type-lexicon.ts';
import { regex } from '../../terms.ts';

const YES = `["'\`]?(?:yes|true|on|1|y|t)["'\`]?`;
const NO = `["'\`]?(?:no|false|off|0|n|f)["'\`]?`;
const ANY = `(?:${YES}|${NO})`;

/** At the beginning it says what the whole parameter is. */
const WHETHER = regex('i')`
  ^\W*(?:optional(?:ly)?\W+)?(?:
    (?:(?:this|the|an?) )?(?:(?:flag|value|option|setting|parameter|field|switch|boolean) )?
    (?:(?:that|to|which) )?(?:indicat|specif|determin|defin|controll?|decid|say|tell|stat|choos|select)\w*\s+
    (?:whether\b|if\b)|
    whether\b|indicates that (?!the following\b)
  )
`;

/** Found anywhere in a text that is not free. */
const STATED = regex('i')`
  \b(?:boolean|bool|truthy|flag (?:that|to|for|whether|saying|telling)|if (?:it is )?set,)|
  ^\W*(?:on or off|yes or no|true or false|y(?:es)?\/no?|on\/off|0 or 1|1 or 0|[ynt] or [ynf])\b|
  [(:,]\s*["'\`]?(?:
    on["'\`]? ?(?:\/|\||or) ?["'\`]?off|y(?:es)?["'\`]? ?(?:\/|\||or) ?["'\`]?no?|
    true["'\`]? ?(?:\/|\||or) ?["'\`]?false|[01]["'\`]? ?(?:\/|\||or) ?["'\`]?[01]|
    enabled?["'\`]? ?(?:\/|\||or) ?["'\`]?disabled?|t["'\`]? ?(?:\/|\||or) ?["'\`]?f
  )["'\`]?\s*(?:[).,;]|$)|
  \b(?:0 or 1|1 or 0|on or off|yes or no|true or false)\s*(?:$|[.;)])|
  \b(?:can|may|must|should) be ["'\`](?:true|on|yes)["'\`][^.]*["'\`](?:false|off|no)["'\`]|
  ^\W*(?:enable|activate|show|lock|mute|start|turn on|switch on)s? ?(?:\/|or) ?
  (?:disable|deactivate|hide|unlock|unmute|stop|(?:turn |switch )?off)s?\b|
  \b(?:pass|set(?:ting)?(?: it| this)?(?: value)?(?: to)?|use|give|send|write|say|put|type|answer|enter)\s+
  ${YES}\s+(?:to|if|when|for|in order|where)\b(?!\s+\d)|
  (?:^|[.,;:(]\s*)${ANY}\s*(?:=|:|–|-|to|if|for|means|when)\s+[^.]*?[,;.]\s*(?:and |or |else )?${ANY}\s*
  (?:=|:|–|-|to|if|for|means|when|otherwise|not|else)?(?![\w-])|
  ^\W*${ANY}\s+\w+s\s+[^.]*?[,;.]\s*(?:and |or |else )?${ANY}\s+\w+s\b|
  (?:^|[.;:(–—]\s*|,\s+)["'\`](?:yes|true|on|y|1)["'\`]\s*(?:to|if|when|means|for|=|:|–|-|[a-z]+s\b)|
  ^(?:Y|Yes|yes|True|true|TRUE)\s+(?:to|if|when|means|for|=)\s|
  ^1\s+(?:if|when|means|to(?!\s+\d))\s|
  \b(?:if|when|set(?:ting)?(?: (?:it|this))?(?: value)? to|by setting (?:it|this)(?: value)? to) ["'\`(]*
  (?:true|false)\b(?!\s+(?:for|of)\b)|
  ^\W*when (?:enabled|activated|turned on|switched on)\b|
  \bdefault(?:s|ing)?(?: value)?(?: is| to)?\s*:?\s*["'\`]*(?:true|false|yes|on|off)\b|
  ["'\`]?\b(?:true|false|on|yes|off)["'\`]? by default|
  \((?:true|false)\)|
  ^(?:should|do|does|is|are|has|have|was|must|may|can) (?:the|it|they|a|an|there|this|to|we|I|you)
  \b[^?]{0,80}\?$
`;

/** "Turns the sound on or off.": at its end even where the sentence has more words. */
const SWITCHED = /\b(?:turn|switch|toggle|set|make|bring|put)(?:s|es|ed)?\b.{0,40}\b(?:on or off|on\/off|off or on)\b/i;

/** Names that say how a thing is: what they are given is yes or no. */
const STATES = regex()`
  ^(?:
    [a-z]+(?:able|ible)|archived|anonymous|recursive|verbose|strict|draft|hidden|private|public|urgent|express|
    paid|unpaid|read|unread|muted|pinned|starred|deleted|completed|closed|finished|active|inactive|enabled|
    disabled|silent|quiet|dry|exact|fuzzy|vegetarian|vegan|organic|confirmed|verified|resolved|shared|locked|
    published|returned|overdue
  )$
`;
const FILTERED = regex('i')`
  ^(?:
    only|just|also|filter to|mark|set it|if|include|show|return|list|leave out|hide|skip|
    (?:create|send|save|open|treat|make)s? (?:it |this )?as|
    (?:make|keep)s? (?:it|this)|\w+s? only
  )\b
`;
/** What they are to be, or to be of, is given: "Only orders of this customer." */
const GIVEN = /\b(?:this|these|that (?:match|contain|begin|start)|matching|given|following|such as|named|whose)\b/i;

/** Values beyond yes and no. */
const THIRD =
  /\b(?:auto|automatic|both|all|any|unknown|mixed|either way|percent|only)["'`]?\s*(?:$|[.,;)]|to\b|for\b|if\b)/i;

/** `free`: the name is that of a text, in which "yes or no" may be what the text is about. */
export function suggestsFlag(description: string, name: readonly string[], free: boolean): boolean {
  if (description === '') return false;
  if (WHETHER.test(description)) return true;
  if (!free && (STATED.test(description) || SWITCHED.test(description))) return !hasThird(description);
  const [first = '', second] = name;
  const begun = stem(/^\W*(?:optional(?:ly)?\W+)?(\w+)/.exec(description)?.[1]?.toLowerCase() ?? '');
  const isOf = begun === stem(first) || /^(?:only|filter to|just)\b/i.test(description);
  if (second !== undefined && FLAG_WORDS.includes(first) && isOf) return !GIVEN.test(description);
  return STATES.test(name.at(-1) ?? '') && FILTERED.test(description) && !GIVEN.test(description);
}

/** "true, false or auto". */
function hasThird(description: string): boolean {
  return /\bor ["'`]?\w+["'`]?/i.test(description) && THIRD.test(description) && /["'`,]/.test(description);
}
