/** The metrics supplier's feed of an event: the card, its fighters and the actions. */
import { group, key, list, neededGroup, pathKey, text, textOrNull } from './feed-parts.ts';

/**
 * A fight has two fighters and a card some fifteen fights. Without a limit a small update becomes a document twenty
 * times its size, since members left out of an element are filled in.
 */
const [mostFighters, mostFights] = [10, 100];

const place = { City: text, State: text, Country: text, TriCode: text };

const feedFighter = group('FeedFighter', {
  FighterID: key,
  Color: text,
  FirstName: text,
  LastName: text,
  ShortName: text,
  FullName: text,
  NickName: text,
  Record: group('FeedRecord', { TotFights: text, Win: text, Loss: text, Draw: text, NC: text }),
  FightsOutOf: group('FeedFightsOutOf', place),
  Born: group('FeedBorn', place),
  DOB: text,
  Height: text,
  Weight: text,
  Stance: text,
  Outcome: text,
});

const feedAction = group('FeedAction', {
  ActionID: key,
  Type: text,
  Time: text,
  TruckTime: text,
  Fighter: text,
  Round: text,
});

const feedFight = group('FeedFight', {
  FightID: pathKey,
  Order: text,
  AccoladeName: text,
  WeightClassID: text,
  WeightClassName: text,
  Status: text,
  PossibleRds: text,
  CurRd: text,
  Fighters: list(feedFighter, mostFighters),
  Method: text,
  EndingRoundNum: textOrNull,
  FightActions: list(feedAction),
});

export const eventFeed = neededGroup('EventLiveFeed', {
  EventID: pathKey,
  Timestamp: text,
  Date: text,
  Time: text,
  GMT: text,
  Venue: text,
  Country: text,
  City: text,
  CurFight: text,
  EventStart: text,
  EventEnd: text,
  Fights: list(feedFight, mostFights),
});
