/** Words that users and authors of tools use for the same thing, by groups; a word may be in several. Data. */

export const SAME_THINGS: readonly (readonly string[])[] = `
email mail inbox, message text sms chat dm, photo image picture snapshot, movie film cinema video, show series,
song music track tune audio, car vehicle automobile auto, bike bicycle, price cost fee charge rate expensive cheap,
money payment fund cash, salary wage pay income, buy purchase order, sell sale, shop store merchant, product item goods,
hotel lodging accommodation stay inn, apartment flat house home property rental, restaurant eatery dining,
food meal dish recipe cuisine, drink beverage cocktail, doctor physician clinician, hospital clinic,
medicine drug medication pharmacy, illness disease sickness condition symptom, appointment booking reservation registration,
meeting conference call, calendar agenda schedule event, reminder alarm notification alert, task todo,
weather forecast temperature rain sunny climate, trip travel journey vacation holiday tour, flight plane airline airport,
taxi cab ride uber, train rail railway, bus coach, direction route navigation way, place location address spot venue, city town,
country nation, map atlas, company business firm corporation organization, employee staff worker,
job position vacancy career employment, stock share equity ticker, crypto cryptocurrency bitcoin coin, currency exchange,
loan mortgage, bank account, insurance policy, law legal, definition meaning dictionary, word vocabulary term,
language translation, translate convert, book novel, author writer, article paper publication, news headline, blog post,
website site webpage page web, link url, internet web online, file document, folder directory, code program script,
bug issue error defect ticket, repository repo, server host, database db, password credential, user account member,
login signin sign, profile account, friend contact, person people human, kid child children, pet animal, dog puppy, cat kitten,
game play, sport match team, exercise workout fitness, diet nutrition calorie, health medical, school university college,
student pupil, course class lesson, teacher instructor, test exam quiz, grade score, question answer, summary overview abstract,
report statement, list enumeration, number count amount quantity, total sum, average mean, distance far length, size dimension,
height tall, weight heavy, speed fast velocity, time clock hour, date day today, birthday birth, year annual,
energy power electricity, light lamp bulb, temperature thermostat heat warm cold, door lock, camera video, video clip,
chart graph plot diagram visualization, picture drawing illustration art, gift present, delivery shipping shipment parcel package,
discount coupon deal promo, review rating feedback opinion, trend popular, recent latest new newest,
old past history historical previous, future upcoming next, near nearby close around, best top, joke funny humor, quote saying,
horoscope zodiac astrology, lottery lotto, planet star space astronomy, earthquake disaster, find search locate,
get retrieve fetch obtain, make create build generate produce, delete remove erase, change modify update edit alter,
start begin launch, stop end halt terminate, check verify validate, compute calculate determine, send deliver transmit, fix repair,
compare versus difference, suggest recommend advise recommendation, explain describe, organize arrange sort
`
  .trim()
  .split(/,\s+/)
  .map((group) => group.split(' '));
