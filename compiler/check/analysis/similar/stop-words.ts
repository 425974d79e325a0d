/** Words that distinguish no two tools: grammar, and the common words of descriptions. Data. */

export const STOP_WORDS: ReadonlySet<string> = new Set(
  `
a about above after again against all already also an and another any anything are as ask asked asks at be because been before being below
between both but by call called can certain contain contains could currently does done each either else etc every everything example
existing few find first for from further get gets give given gives has have he her here him his how i if in include included includes
including instead into is it its itself just kind know known knows last like list lists look looking looks many matching may me more most
much must my need needed needs never new next no none nor not nothing now of off on once one only or other others otherwise our out over
own particular per please provided rather request requested requests return returned returns same see several she should show single so
some something specific specified such than that the their them themselves then there these they thing things this those through to
together tool tools two under until up upon us use used useful user users uses using very via want wanted wants was way we were what when
where whether which while who whole whose why will wish wishes with within without would you your yourself
`
    .trim()
    .split(/\s+/),
);
