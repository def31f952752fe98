/** The metrics supplier's feed of an event: the card, its fighters and the actions. */
import { group, key, list, meaning, neededGroup, pathKey, text, textOrNull } from './feed-parts.ts';

/**
 * A fight has two fighters and a card some fifteen fights. Without a limit a small update becomes a document twenty
 * times its size, since members left out of an element are filled in.
 */
const [maxFighters, maxFights] = [10, 100];

const place = {
  City: meaning(text, 'City; empty when not known.'),
  State: meaning(text, 'State; empty when not known.'),
  Country: meaning(text, 'Country; empty when not known.'),
  TriCode: meaning(text, 'Three-letter code of the country; empty when not known.'),
};
const bouts = (what: string) => meaning(text, `${what}, in digits; empty when not known.`);

const feedFighter = group('FeedFighter', 'A fighter of a fight on the card.', {
  FighterID: meaning(key, "The metrics supplier's id of the fighter."),
  Color: meaning(text, 'Corner: `Blue` or `Red`.'),
  FirstName: meaning(text, 'First name.'),
  LastName: meaning(text, 'Last name.'),
  ShortName: meaning(text, 'First letter of the first name, and the last name.'),
  FullName: meaning(text, 'First and last name.'),
  NickName: meaning(text, 'Nickname; empty when there is none.'),
  Record: group('FeedRecord', 'The career so far.', {
    TotFights: bouts('Bouts in all'),
    Win: bouts('Bouts won'),
    Loss: bouts('Bouts lost'),
    Draw: bouts('Draws'),
    NC: bouts('Bouts without a contest'),
  }),
  FightsOutOf: group('FeedFightsOutOf', 'The place that the fighter fights out of.', place),
  Born: group('FeedBorn', 'Where the fighter was born.', place),
  DOB: meaning(text, 'Birth date, `YYYY-MM-DD`; empty when not known.'),
  Height: meaning(text, 'Inches; empty when not known.'),
  Weight: meaning(text, 'Pounds; empty when not known.'),
  Stance: meaning(text, '`Orthodox`, `Southpaw` or `Switch`; empty when not known.'),
  Outcome: meaning(text, '`Win` or `Loss`; empty before the end.'),
});

const feedAction = group('FeedAction', 'Something that happened in a fight.', {
  ActionID: meaning(key, "The metrics supplier's id of the action."),
  Type: meaning(text, 'What happened, such as `Round_Start`, `Takedown` or `Fight_Over`; an open list.'),
  Time: meaning(text, 'When it happened.'),
  TruckTime: meaning(text, 'When it happened by the clock of the broadcast truck, `HH:MM:SS`.'),
  Fighter: meaning(text, "The metrics supplier's id of the fighter who did it; `0` for neither."),
  Round: meaning(text, 'Number of the round; `0` outside of rounds.'),
});

const feedFight = group('FeedFight', 'A fight on the card.', {
  FightID: meaning(pathKey, "The metrics supplier's id of the fight."),
  Order: meaning(text, 'Place on the card; `1` is the main event.'),
  AccoladeName: meaning(text, 'Text of the title; empty when none is at stake.'),
  WeightClassID: meaning(text, "The metrics supplier's id of the division."),
  WeightClassName: meaning(text, 'Division in the words of the metrics supplier.'),
  Status: meaning(text, '`Upcoming` before the start, `closed` after the end.'),
  PossibleRds: meaning(text, 'Scheduled rounds, in digits.'),
  CurRd: meaning(text, 'Number of the round, in digits; empty before the first.'),
  Fighters: meaning(list(feedFighter, maxFighters), 'The two fighters: blue, then red.'),
  Method: meaning(text, 'How the fight ended: `DEC`, `SUB` or a form of knock-out; empty before the end.'),
  EndingRoundNum: meaning(textOrNull, 'Number of the last round; null or empty before the end.'),
  FightActions: meaning(list(feedAction), 'What happened, in the order received.'),
});

export const eventFeed = neededGroup('EventLiveFeed', 'An event with its card and what happened so far.', {
  EventID: meaning(pathKey, "The metrics supplier's id of the event."),
  Timestamp: meaning(text, 'When it was sent, `YYYY/MM/DD HH:MM:SS`.'),
  Date: meaning(text, 'The day where the event takes place, `YYYY-MM-DD`.'),
  Time: meaning(text, 'Start, `HH:MM:SS`.'),
  GMT: meaning(text, 'Start, `YYYY-MM-DDTHH:MMZ`.'),
  Venue: meaning(text, 'The hall.'),
  Country: meaning(text, 'Country; empty when not known.'),
  City: meaning(text, 'City; empty when not known.'),
  CurFight: meaning(text, 'FightID of the fight in progress; empty when there is none.'),
  EventStart: meaning(text, 'When the event began, `HH:MM:SS`; empty before.'),
  EventEnd: meaning(text, 'When the event ended, `HH:MM:SS`; empty before.'),
  Fights: meaning(list(feedFight, maxFights), 'The fights in the order received, which need not be that of the card.'),
});
