/** Text → the language that it is in, by its script and its words of grammar: the reader compares words, and says nothing across languages. */
import { memoizeText } from '../../../base/memo.ts';

/** Scripts of one language, and of several that are named by it. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Chinese or Japanese'],
  [/\p{Script=Hangul}/gu, 'Korean'],
  [/\p{Script=Cyrillic}/gu, 'a Cyrillic script'],
  [/\p{Script=Greek}/gu, 'Greek'],
  [/\p{Script=Arabic}/gu, 'an Arabic script'],
  [/\p{Script=Hebrew}/gu, 'Hebrew'],
  [/\p{Script=Devanagari}/gu, 'a Devanagari script'],
  [/\p{Script=Thai}/gu, 'Thai'],
];

/** Words that nearly every sentence of a language has. Those of English are more, and have what looks like a word of another one. */
const GRAMMAR_WORDS: Readonly<Record<string, string>> = {
  English:
    'a about after all also am an and any are as at be been before bin but by can come con could did die do does done for from get give had has hat have he her him his how i if in into is it its just la less let list make man me met more most my need new no not now of off on one only open or our out over pan par per please pour put see set she should show sin so some son still take tell than that the their them then there these they this those to tot tu two up us van want war was we were what when where which who why will with without would you your',
  German:
    'aber alle als am auf aus bei bin bitte da dann das dass dem den der des die dir du ein eine einem einen einer er es für gibt habe hat heute ich ihr im in ist kann kannst mein meine meinen mir mit morgen nach nicht noch oder schon sich sie sind um und uns vom von wann war was welche wenn werden wie wieder wird wo zu zum zur',
  French:
    "au aux avec ce ces cette c'est dans de des du elle en est et il j'ai je la le les leur ma mes moi mon ne nous où par pas peux pour qu'est quand que quel quelle quels qui sa se ses son sont sur ta te tous tu un une vous",
  Spanish:
    'al como con cuál cuáles cuando cuánto cómo de del dónde el ella en es esta este está hay la las lo los me mi mis no para pero por puedes que qué quiero se ser si sin su sus te tengo todas todos tu un una y yo',
  Italian:
    'al alla che chi ci come con cosa da dal dei del della delle di dove e gli ha hai ho i il in la le lo ma mi mia mio nel nella non o per più puoi quali quando quanto questa questo se si sono sul ti tutti un una è',
  Portuguese:
    'ao as com como da das de do dos e ela ele em essa esse está eu é for há mais me meu meus minha minhas hoje amanhã na nas no nos não o onde os para pela pelo por qual quais quando que quero se sem seu sua são tem um uma você',
  Dutch:
    'aan als bij dat de die dit een en er geen het hoe ik in is kan kun laat maar mij ons me met mijn naar niet nog of om ook op te tot uit van voor waar wat we welke wel wie wordt ze zijn',
};

const LANGUAGES = Object.entries(GRAMMAR_WORDS).map(([name, words]) => ({ name, words: new Set(words.split(' ')) }));

/** The first is the usual one. Fewer words of grammar decide nothing: what looks like one may be a name. */
const MIN_WORDS = 2;

const USUAL = 'English';

/** English where nothing speaks against it. */
export const languageOf = memoizeText((text): string => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = SCRIPTS.find(([form]) => (text.match(form)?.length ?? 0) * 2 > letters);
  if (script) return script[1];
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+(?:'\p{L}+)?/gu) ?? [];
  const [usual, ...others] = LANGUAGES;
  const counts = others.map(({ name, words: own }) => ({
    name,
    // What both languages have shows nothing.
    count: words.filter((word) => own.has(word) && !usual?.words.has(word)).length,
    against: words.filter((word) => usual?.words.has(word) && !own.has(word)).length,
  }));
  const [best] = counts.toSorted((a, b) => b.count - a.count || a.against - b.against);
  return best && best.count >= MIN_WORDS && best.count > best.against ? best.name : USUAL;
});
