// Made by `npm run generate` from the contracts. Do not edit.

/** A message to everyone; listed until it expires. */
export interface Alert {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Heading of the alert. */
  title: string;
  /** Text of the alert. */
  message: string;
  /** Where the alert leads. */
  url: string | null;
  /** Id of the event that the alert is about. */
  event_id: number | null;
  /** When the alert was issued. */
  created: string;
  /** When the alert leaves the list; null: never. */
  expires: string | null;
}

/** An article with its text and what belongs to it. */
export interface Article {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Caption of the link to an off-site article. */
  external_url_text: string;
  /** Address of an off-site article. */
  external_url: string;
  /** Who wrote it; null or empty when not known. */
  author: string | null;
  /** Heading of the article. */
  title: string;
  /** Id of the leading media item. */
  article_media_id: number | null;
  /** Id of the fighter the article is about. */
  article_fighter_id: number | null;
  /** The day of the article. */
  article_date: string;
  /** Small image; empty when there is none. */
  thumbnail: string;
  /** Teaser; may hold HTML. */
  introduction: string;
  /** Category in which the article is featured. */
  featured_news_category: string | null;
  /** When the record was last changed. */
  last_modified: string;
  /** Slug; not necessarily unique. */
  url_name: string;
  /** When the record was made. */
  created: string | null;
  /** From when; a date in the future does not hide the article. */
  published_start_date: string | null;
  /** Ids of the tags. */
  keyword_ids: number[];
  /** The whole article, in HTML. */
  content: string;
  /** The leading media item. */
  article_media: Media | null;
  /** Articles on the same subject. */
  related: News[];
  /** Fighters that the article names. */
  fighters: Fighter[];
}

/** An article with its text and what belongs to it. */
export interface ArticleV1 {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Caption of the link to an off-site article. */
  external_url_text: string;
  /** Address of an off-site article. */
  external_url: string;
  /** Who wrote it; null or empty when not known. */
  author: string | null;
  /** Heading of the article. */
  title: string;
  /** Id of the leading media item. */
  article_media_id: number | null;
  /** Id of the fighter the article is about. */
  article_fighter_id: number | null;
  /** The day of the article. */
  article_date: string;
  /** Small image; empty when there is none. */
  thumbnail: string;
  /** Teaser; may hold HTML. */
  introduction: string;
  /** Category in which the article is featured. */
  featured_news_category: string | null;
  /** When the record was last changed. */
  last_modified: string;
  /** Slug; not necessarily unique. */
  url_name: string;
  /** When the record was made. */
  created: string | null;
  /** From when; a date in the future does not hide the article. */
  published_start_date: string | null;
  /** Ids of the tags. */
  keyword_ids: number[];
  /** The whole article, in HTML. */
  content: string;
  /** The leading media item. */
  article_media: Media | null;
  /** Articles on the same subject. */
  related: News[];
  /** Fighters that the article names. */
  fighters: FighterV1[];
}

/** A value in the body that does not fit. */
export interface BodyError {
  /** JSON Pointer as a fragment; `#` is the whole body. */
  pointer: string;
  /** What it must be, in the language of the family. */
  detail: string;
}

/** How many of these were tried. */
export interface BoutAttempts {
  /** How many were tried, in digits; empty when not tracked. */
  Attempts: string;
  [member: string]: unknown;
}

/** How many of these were tried. Members left out take their empty values. */
export interface BoutAttemptsUpdate {
  /** How many were tried, in digits; empty when not tracked. */
  Attempts?: string;
  [member: string]: unknown;
}

/** The statistics of one fighter. */
export interface BoutCorner {
  /** The metrics supplier's id of the fighter. */
  FighterID: string;
  Strikes: BoutStrikes;
  Grappling: BoutGrappling;
  TIP: BoutTimes;
  [member: string]: unknown;
}

/** The statistics of one fighter. Members left out take their empty values. */
export interface BoutCornerUpdate {
  /** The metrics supplier's id of the fighter. */
  FighterID?: string;
  Strikes?: BoutStrikesUpdate;
  Grappling?: BoutGrapplingUpdate;
  TIP?: BoutTimesUpdate;
  [member: string]: unknown;
}

/** The statistics of both fighters, by corner. */
export interface BoutCorners {
  Red: BoutCorner;
  Blue: BoutCorner;
  [member: string]: unknown;
}

/** The statistics of both fighters, by corner. Members left out take their empty values. */
export interface BoutCornersUpdate {
  Red?: BoutCornerUpdate;
  Blue?: BoutCornerUpdate;
  [member: string]: unknown;
}

/** The statistics of a bout. */
export interface BoutFeed {
  /** Marks the statistics of a bout. */
  Type: "Stats";
  /** When it was sent, `HH:MM:SS MM/DD/YYYY`; empty when not known. */
  Timestamp: string;
  FMLiveFeed: BoutLiveFeed;
  [member: string]: unknown;
}

/** A fighter of the bout. */
export interface BoutFighter {
  /** First and last name. */
  Name: string;
  /** The metrics supplier's id of the fighter. */
  FighterID: string;
  [member: string]: unknown;
}

/** A fighter of the bout. Members left out take their empty values. */
export interface BoutFighterUpdate {
  /** First and last name. */
  Name?: string;
  /** The metrics supplier's id of the fighter. */
  FighterID?: string;
  [member: string]: unknown;
}

/** The two fighters, by corner. */
export interface BoutFighters {
  Red: BoutFighter;
  Blue: BoutFighter;
  [member: string]: unknown;
}

/** The two fighters, by corner. Members left out take their empty values. */
export interface BoutFightersUpdate {
  Red?: BoutFighterUpdate;
  Blue?: BoutFighterUpdate;
  [member: string]: unknown;
}

/** Takedowns, submissions, reversals and standups. */
export interface BoutGrappling {
  Takedowns: BoutLandedOfAttempts;
  Submissions: BoutAttempts;
  Reversals: BoutLanded;
  Standups: BoutLanded;
  [member: string]: unknown;
}

/** Takedowns, submissions, reversals and standups. Members left out take their empty values. */
export interface BoutGrapplingUpdate {
  Takedowns?: BoutLandedOfAttemptsUpdate;
  Submissions?: BoutAttemptsUpdate;
  Reversals?: BoutLandedUpdate;
  Standups?: BoutLandedUpdate;
  [member: string]: unknown;
}

/** How many of these succeeded. */
export interface BoutLanded {
  /** How many succeeded, in digits; empty when not tracked. */
  Landed: string;
  [member: string]: unknown;
}

/** How many of these succeeded, and how many were tried. */
export interface BoutLandedOfAttempts {
  /** How many succeeded, in digits; empty when not tracked. */
  Landed: string;
  /** How many were tried, in digits; empty when not tracked. */
  Attempts: string;
  [member: string]: unknown;
}

/** How many of these succeeded, and how many were tried. Members left out take their empty values. */
export interface BoutLandedOfAttemptsUpdate {
  /** How many succeeded, in digits; empty when not tracked. */
  Landed?: string;
  /** How many were tried, in digits; empty when not tracked. */
  Attempts?: string;
  [member: string]: unknown;
}

/** How many of these succeeded. Members left out take their empty values. */
export interface BoutLandedUpdate {
  /** How many succeeded, in digits; empty when not tracked. */
  Landed?: string;
  [member: string]: unknown;
}

/** The statistics of a bout, by round and in all. */
export interface BoutLiveFeed {
  Fighters: BoutFighters;
  RoundStats: BoutRounds;
  FightStats: BoutCorners;
  /** The metrics supplier's id of the event. */
  EventID: string;
  /** Number of the round, in digits. */
  CurrentRound: string;
  /** The metrics supplier's id of the fight. */
  FightID: string;
  /** Scheduled rounds, in digits. */
  MaxRounds: string;
  /** Text of the title; empty when none is at stake. */
  Accolade: string;
  /** Name of the referee. */
  Referee: string;
  /** Division in the words of the metrics supplier. */
  WeightClass: string;
  /** `official` at the end. */
  Status: string;
  /** Clock of the round, `MM:SS`. */
  CurrentRoundTime: string;
  [member: string]: unknown;
}

/** The statistics of a bout, by round and in all. Members left out take their empty values. */
export interface BoutLiveFeedUpdate {
  Fighters?: BoutFightersUpdate;
  RoundStats?: BoutRoundsUpdate;
  FightStats?: BoutCornersUpdate;
  /** The metrics supplier's id of the event. */
  EventID: string;
  /** Number of the round, in digits. */
  CurrentRound?: string;
  /** The metrics supplier's id of the fight. */
  FightID: string;
  /** Scheduled rounds, in digits. */
  MaxRounds?: string;
  /** Text of the title; empty when none is at stake. */
  Accolade?: string;
  /** Name of the referee. */
  Referee?: string;
  /** Division in the words of the metrics supplier. */
  WeightClass?: string;
  /** `official` at the end. */
  Status?: string;
  /** Clock of the round, `MM:SS`. */
  CurrentRoundTime?: string;
  [member: string]: unknown;
}

/** The statistics of each round. */
export interface BoutRounds {
  Round1: BoutCorners;
  Round2: BoutCorners;
  Round3: BoutCorners;
  Round4: BoutCorners;
  Round5: BoutCorners;
  [member: string]: unknown;
}

/** The statistics of each round. Members left out take their empty values. */
export interface BoutRoundsUpdate {
  Round1?: BoutCornersUpdate;
  Round2?: BoutCornersUpdate;
  Round3?: BoutCornersUpdate;
  Round4?: BoutCornersUpdate;
  Round5?: BoutCornersUpdate;
  [member: string]: unknown;
}

/** Strikes by kind, target and position. */
export interface BoutStrikes {
  "Knock Down": BoutLanded;
  "Significant Strikes": BoutLandedOfAttempts;
  "Total Strikes": BoutLandedOfAttempts;
  Punches: BoutLandedOfAttempts;
  Kicks: BoutLandedOfAttempts;
  "Distance Strikes": BoutLandedOfAttempts;
  "Clinch Significant Strikes": BoutLandedOfAttempts;
  "Ground Significant Strikes": BoutLandedOfAttempts;
  "Clinch Total Strikes": BoutLandedOfAttempts;
  "Ground Total Strikes": BoutLandedOfAttempts;
  "Head Significant Strikes": BoutLandedOfAttempts;
  "Body Significant Strikes": BoutLandedOfAttempts;
  "Legs Significant Strikes": BoutLandedOfAttempts;
  "Head Total Strikes": BoutLandedOfAttempts;
  "Body Total Strikes": BoutLandedOfAttempts;
  "Legs Total Strikes": BoutLandedOfAttempts;
  "Distance Head Strikes": BoutLandedOfAttempts;
  "Distance Body Strikes": BoutLandedOfAttempts;
  "Distance Leg Strikes": BoutLandedOfAttempts;
  "Clinch Head Strikes": BoutLandedOfAttempts;
  "Clinch Body Strikes": BoutLandedOfAttempts;
  "Clinch Leg Strikes": BoutLandedOfAttempts;
  "Ground Head Strikes": BoutLandedOfAttempts;
  "Ground Body Strikes": BoutLandedOfAttempts;
  "Ground Leg Strikes": BoutLandedOfAttempts;
  "Distance Head Kicks": BoutLandedOfAttempts;
  "Distance Body Kicks": BoutLandedOfAttempts;
  "Distance Leg Kicks": BoutLandedOfAttempts;
  "Distance Head Punches": BoutLandedOfAttempts;
  "Distance Body Punches": BoutLandedOfAttempts;
  "Clinch Significant Kicks": BoutLandedOfAttempts;
  "Clinch Significant Punches": BoutLandedOfAttempts;
  "Ground Significant Kicks": BoutLandedOfAttempts;
  "Ground Significant Punches": BoutLandedOfAttempts;
  [member: string]: unknown;
}

/** Strikes by kind, target and position. Members left out take their empty values. */
export interface BoutStrikesUpdate {
  "Knock Down"?: BoutLandedUpdate;
  "Significant Strikes"?: BoutLandedOfAttemptsUpdate;
  "Total Strikes"?: BoutLandedOfAttemptsUpdate;
  Punches?: BoutLandedOfAttemptsUpdate;
  Kicks?: BoutLandedOfAttemptsUpdate;
  "Distance Strikes"?: BoutLandedOfAttemptsUpdate;
  "Clinch Significant Strikes"?: BoutLandedOfAttemptsUpdate;
  "Ground Significant Strikes"?: BoutLandedOfAttemptsUpdate;
  "Clinch Total Strikes"?: BoutLandedOfAttemptsUpdate;
  "Ground Total Strikes"?: BoutLandedOfAttemptsUpdate;
  "Head Significant Strikes"?: BoutLandedOfAttemptsUpdate;
  "Body Significant Strikes"?: BoutLandedOfAttemptsUpdate;
  "Legs Significant Strikes"?: BoutLandedOfAttemptsUpdate;
  "Head Total Strikes"?: BoutLandedOfAttemptsUpdate;
  "Body Total Strikes"?: BoutLandedOfAttemptsUpdate;
  "Legs Total Strikes"?: BoutLandedOfAttemptsUpdate;
  "Distance Head Strikes"?: BoutLandedOfAttemptsUpdate;
  "Distance Body Strikes"?: BoutLandedOfAttemptsUpdate;
  "Distance Leg Strikes"?: BoutLandedOfAttemptsUpdate;
  "Clinch Head Strikes"?: BoutLandedOfAttemptsUpdate;
  "Clinch Body Strikes"?: BoutLandedOfAttemptsUpdate;
  "Clinch Leg Strikes"?: BoutLandedOfAttemptsUpdate;
  "Ground Head Strikes"?: BoutLandedOfAttemptsUpdate;
  "Ground Body Strikes"?: BoutLandedOfAttemptsUpdate;
  "Ground Leg Strikes"?: BoutLandedOfAttemptsUpdate;
  "Distance Head Kicks"?: BoutLandedOfAttemptsUpdate;
  "Distance Body Kicks"?: BoutLandedOfAttemptsUpdate;
  "Distance Leg Kicks"?: BoutLandedOfAttemptsUpdate;
  "Distance Head Punches"?: BoutLandedOfAttemptsUpdate;
  "Distance Body Punches"?: BoutLandedOfAttemptsUpdate;
  "Clinch Significant Kicks"?: BoutLandedOfAttemptsUpdate;
  "Clinch Significant Punches"?: BoutLandedOfAttemptsUpdate;
  "Ground Significant Kicks"?: BoutLandedOfAttemptsUpdate;
  "Ground Significant Punches"?: BoutLandedOfAttemptsUpdate;
  [member: string]: unknown;
}

/** Time in position. */
export interface BoutTimes {
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Standing Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Ground Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Control Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Neutral Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Ground Control Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Distance Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Clinch Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Misc. Ground Control Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Guard Control Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Half Guard Control Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Side Control Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Mount Control Time": string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Back Control Time": string;
  [member: string]: unknown;
}

/** Time in position. Members left out take their empty values. */
export interface BoutTimesUpdate {
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Standing Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Ground Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Control Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Neutral Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Ground Control Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Distance Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Clinch Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Misc. Ground Control Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Guard Control Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Half Guard Control Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Side Control Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Mount Control Time"?: string;
  /** Time in this position, `MM:SS`; empty when not tracked. */
  "Back Control Time"?: string;
  [member: string]: unknown;
}

/** A whole snapshot of a bout's statistics. */
export interface BoutUpdate {
  /** Grows with every snapshot of the bout. */
  sequence: number;
  /** Marks the statistics of a bout. */
  Type: "Stats";
  /** When it was sent, `HH:MM:SS MM/DD/YYYY`; empty when not known. */
  Timestamp?: string;
  FMLiveFeed: BoutLiveFeedUpdate;
  [member: string]: unknown;
}

/** A bout of a fighter's career. */
export interface CareerBout {
  /** The metrics supplier's id of the fight. */
  statid: string;
  /** The event of the bout. */
  Event: CareerBoutEvent;
  /** Pounds at the weigh-in; null when not known. */
  WeighIn: string | null;
  /** Division of the bout. */
  WeightClass: CareerBoutWeightClass;
  /** 1: the bout had the knock-out of the night. */
  KOOfTheNight: number;
  /** 1: the bout had the submission of the night. */
  SubmissionOfTheNight: number;
  /** 1: the bout had the performance of the night. */
  PerformanceOfTheNight: number;
  /** How the bout ended. */
  Result: CareerBoutResult;
  /** The other fighter. */
  Opponent: CareerBoutOpponent;
}

/** The event of the bout. */
export interface CareerBoutEvent {
  /** Title of the event. */
  Name: string;
  /** The day where the event took place. */
  Date: string;
}

/** The other fighter. */
export interface CareerBoutOpponent {
  /** The metrics supplier's id of the opponent. */
  statid: string;
  /** First name. */
  FirstName: string;
  /** Last name. */
  LastName: string;
  /** Nickname. */
  NickName: string | null;
  /** Pounds. */
  Weight: string | null;
  /** Pounds at the weigh-in. */
  WeighIn: string | null;
  /** Whether the opponent had the performance of the night, `0` or `1`. */
  PerformanceOfTheNight: string | null;
  /** Whether the opponent had the submission of the night, `0` or `1`. */
  SubmissionOfTheNight: string | null;
  /** Whether the opponent had the knock-out of the night, `0` or `1`. */
  KOOfTheNight: string | null;
  /** Image of the opponent. */
  profile_image: string | null;
}

/** How the bout ended. */
export interface CareerBoutResult {
  /** The metrics supplier's id of the outcome. */
  OutcomeID: string | null;
  Outcome: CareerOutcome;
  /** Number of the last round. */
  EndingRound: string | null;
  /** Time of the last round, `m:ss`. */
  EndingTime: string | null;
  /** How the bout ended. */
  Method: string | null;
  /** `1`: the bout was the fight of the night. */
  FightOfTheNight: CareerBoutResultFightOfTheNight | null;
  /** The submission that ended the bout. */
  Submission: string | null;
  /** The strike that ended the bout. */
  EndStrike: string | null;
}

export type CareerBoutResultFightOfTheNight = "0" | "1" | (string & {});

/** Division of the bout. */
export interface CareerBoutWeightClass {
  Description: WeightClassText;
}

/** How a bout of the career ended for the fighter. */
export type CareerOutcome = "Win" | "Loss" | "Draw" | "No Contest" | (string & {});

/** A title holder's row in the list of title holders. */
export interface Champion {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Nickname; null when there is none. */
  nickname: string | null;
  /** Bouts won; null when not known, which is rare. */
  wins: number | null;
  /** Bouts lost; null when not known. */
  losses: number | null;
  /** Draws; null when not known. */
  draws: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  statid: number | null;
  /** Last name. */
  last_name: string;
  /** First name. */
  first_name: string;
  weight_class: WeightClass;
  /** The row is about the title of the division. */
  title_holder: true;
  fighter_status: FighterStatus;
  /** The champion of the division. */
  rank: "C";
  /** Null in this list. */
  pound_for_pound_rank: null;
  /** Small image of the fighter. */
  thumbnail: string;
  /** Image of the fighter for the profile. */
  profile_image: string;
  /** Small image of the belt. */
  belt_thumbnail: string;
  /** Image from head to foot, for the left side. */
  left_full_body_image?: string;
  /** Image from head to foot, for the right side. */
  right_full_body_image?: string;
  /** Web page of the fighter, the slug after `/fighter/`. */
  link: string;
}

/** A title holder's row in the list of title holders. */
export interface ChampionV1 {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Bouts won; null when not known, which is rare. */
  wins: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  statid: number | null;
  /** Bouts lost; null when not known. */
  losses: number | null;
  /** Last name. */
  last_name: string;
  weight_class: WeightClass;
  /** The row is about the title of the division. */
  title_holder: true;
  /** Draws; null when not known. */
  draws: number | null;
  /** First name. */
  first_name: string;
  fighter_status: FighterStatus;
  /** Small image of the fighter. */
  thumbnail: string;
  /** Small image of the belt. */
  belt_thumbnail: string;
}

/** Where the audience chats. */
export interface Chat {
  /** Whether there is a chat now. */
  enabled: boolean;
  /** Address of the chat. */
  url: string | null;
  /** Id of the event that the chat is about. */
  event_id: number | null;
}

/** A three-letter sport code. */
export type CountryKey = string;

/** Where an event is discussed. */
export interface Discussion {
  /** Id of the event. */
  event_id: number;
  /** Both parts of the title of the event. */
  title: string;
  /** Address of the discussion. */
  url: string | null;
  /** Hashtag on Twitter; empty when there is none. */
  twitter_hashtag: string;
  /** Whether comments are taken. */
  comments_enabled: boolean;
}

/** An event as lists have it. */
export interface Event {
  /** Id of the record, unique among its kind. */
  id: number;
  /** The day where the event takes place. */
  event_date: string;
  /** Second large image; empty when there is none. */
  secondary_feature_image: string;
  /** Image of the ticket: a path, or words; empty when there is none. */
  ticket_image: string;
  /** Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none. */
  event_time_zone_text: string;
  /** A line about the event; empty when there is none. */
  short_description: string;
  /** Start of the event. */
  event_dategmt: string;
  /** End of the event. */
  end_event_dategmt: string;
  /** Where tickets are sold; empty when nowhere. */
  ticketurl: string;
  /** Who sells tickets. */
  ticket_seller_name: string | null;
  /** Title of the event. */
  base_title: string;
  /** Second part of the title. */
  title_tag_line: string | null;
  /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
  statid: number | null;
  /** Large image; empty when there is none. */
  feature_image: string;
  /** Line under the title. */
  subtitle: string;
  event_status: EventStatus;
  /** The hall; empty when not known. */
  arena: string;
  /** City and country or state; empty when not known. */
  location: string;
  /** Start for reading, such as `10PM/7PM`; empty when not known. */
  event_time_text: string;
  /** Hashtag on Twitter; empty when there is none. */
  twitter_hashtag: string;
  /** From when everyone can buy tickets; null when not known. */
  ticket_general_sale_date: string | null;
  /** The same for reading, or words that there is no such date. */
  ticket_general_sale_text: string;
  /** Whether the event is pay-per-view. */
  isppvevent: boolean;
  /** Whether one can listen to the corners. */
  corner_audio_available: boolean;
  /** Sound of the blue corner; set only with corner audio. */
  corner_audio_blue_stream_url: string | null;
  /** Sound of the red corner; set only with corner audio. */
  corner_audio_red_stream_url: string | null;
  /** Address of the trailer. */
  trailer_url: string | null;
  /** When the record was last changed. */
  last_modified: string;
  /** When the record was made. */
  created: string | null;
  /** Slug; not necessarily unique. */
  url_name: string;
  /** Address of the live feed; its id is -1 when there is none. */
  fm_fnt_feed_url: string;
  /** Id of fighter 1 of the main event. */
  main_event_fighter1_id?: number;
  /** Id of fighter 2 of the main event. */
  main_event_fighter2_id?: number;
  /** Degrees north of the equator. */
  latitude?: number;
  /** Degrees east of Greenwich. */
  longitude?: number;
}

/** An event with its card. */
export interface EventDetail {
  /** Id of the record, unique among its kind. */
  id: number;
  /** The day where the event takes place. */
  event_date: string;
  /** Second large image; empty when there is none. */
  secondary_feature_image: string;
  /** Image of the ticket: a path, or words; empty when there is none. */
  ticket_image: string;
  /** Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none. */
  event_time_zone_text: string;
  /** A line about the event; empty when there is none. */
  short_description: string;
  /** Start of the event. */
  event_dategmt: string;
  /** End of the event. */
  end_event_dategmt: string;
  /** Where tickets are sold; empty when nowhere. */
  ticketurl: string;
  /** Who sells tickets. */
  ticket_seller_name: string | null;
  /** Title of the event. */
  base_title: string;
  /** Second part of the title. */
  title_tag_line: string | null;
  /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
  statid: number | null;
  /** Large image; empty when there is none. */
  feature_image: string;
  /** Line under the title. */
  subtitle: string;
  event_status: EventStatus;
  /** The hall; empty when not known. */
  arena: string;
  /** City and country or state; empty when not known. */
  location: string;
  /** Start for reading, such as `10PM/7PM`; empty when not known. */
  event_time_text: string;
  /** Hashtag on Twitter; empty when there is none. */
  twitter_hashtag: string;
  /** From when everyone can buy tickets; null when not known. */
  ticket_general_sale_date: string | null;
  /** The same for reading, or words that there is no such date. */
  ticket_general_sale_text: string;
  /** Whether the event is pay-per-view. */
  isppvevent: boolean;
  /** Whether one can listen to the corners. */
  corner_audio_available: boolean;
  /** Sound of the blue corner; set only with corner audio. */
  corner_audio_blue_stream_url: string | null;
  /** Sound of the red corner; set only with corner audio. */
  corner_audio_red_stream_url: string | null;
  /** Address of the trailer. */
  trailer_url: string | null;
  /** When the record was last changed. */
  last_modified: string;
  /** When the record was made. */
  created: string | null;
  /** Slug; not necessarily unique. */
  url_name: string;
  /** Address of the live feed; its id is -1 when there is none. */
  fm_fnt_feed_url: string;
  /** Id of fighter 1 of the main event. */
  main_event_fighter1_id?: number;
  /** Id of fighter 2 of the main event. */
  main_event_fighter2_id?: number;
  /** Degrees north of the equator. */
  latitude?: number;
  /** Degrees east of Greenwich. */
  longitude?: number;
  /** The card, main event first. */
  fights: Fight[];
}

/** An event with its card. */
export interface EventDetailV1 {
  /** Id of the record, unique among its kind. */
  id: number;
  /** The day where the event takes place. */
  event_date: string;
  /** Second large image; empty when there is none. */
  secondary_feature_image: string;
  /** Image of the ticket: a path, or words; empty when there is none. */
  ticket_image: string;
  /** Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none. */
  event_time_zone_text: string;
  /** A line about the event; empty when there is none. */
  short_description: string;
  /** Start of the event. */
  event_dategmt: string;
  /** End of the event. */
  end_event_dategmt: string;
  /** Where tickets are sold; empty when nowhere. */
  ticketurl: string;
  /** Who sells tickets. */
  ticket_seller_name: string | null;
  /** Title of the event. */
  base_title: string;
  /** Second part of the title. */
  title_tag_line: string | null;
  /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
  statid: number | null;
  /** Large image; empty when there is none. */
  feature_image: string;
  /** Line under the title. */
  subtitle: string;
  event_status: EventStatus;
  /** The hall; empty when not known. */
  arena: string;
  /** City and country or state; empty when not known. */
  location: string;
  /** Start for reading, such as `10PM/7PM`; empty when not known. */
  event_time_text: string;
  /** The card, main event first. */
  fights: Fight[];
}

/** The feed of an event. */
export interface EventFeed {
  FMLiveFeed: EventLiveFeed;
  [member: string]: unknown;
}

/** An event with its card and what happened so far. */
export interface EventLiveFeed {
  /** The metrics supplier's id of the event. */
  EventID: string;
  /** When it was sent, `YYYY/MM/DD HH:MM:SS`. */
  Timestamp: string;
  /** The day where the event takes place, `YYYY-MM-DD`. */
  Date: string;
  /** Start, `HH:MM:SS`. */
  Time: string;
  /** Start, `YYYY-MM-DDTHH:MMZ`. */
  GMT: string;
  /** The hall. */
  Venue: string;
  /** Country; empty when not known. */
  Country: string;
  /** City; empty when not known. */
  City: string;
  /** FightID of the fight in progress; empty when there is none. */
  CurFight: string;
  /** When the event began, `HH:MM:SS`; empty before. */
  EventStart: string;
  /** When the event ended, `HH:MM:SS`; empty before. */
  EventEnd: string;
  /** The fights in the order received, which need not be that of the card. */
  Fights: FeedFight[];
  [member: string]: unknown;
}

/** An event with its card and what happened so far. Members left out take their empty values. */
export interface EventLiveFeedUpdate {
  /** The metrics supplier's id of the event. */
  EventID: string;
  /** When it was sent, `YYYY/MM/DD HH:MM:SS`. */
  Timestamp?: string;
  /** The day where the event takes place, `YYYY-MM-DD`. */
  Date?: string;
  /** Start, `HH:MM:SS`. */
  Time?: string;
  /** Start, `YYYY-MM-DDTHH:MMZ`. */
  GMT?: string;
  /** The hall. */
  Venue?: string;
  /** Country; empty when not known. */
  Country?: string;
  /** City; empty when not known. */
  City?: string;
  /** FightID of the fight in progress; empty when there is none. */
  CurFight?: string;
  /** When the event began, `HH:MM:SS`; empty before. */
  EventStart?: string;
  /** When the event ended, `HH:MM:SS`; empty before. */
  EventEnd?: string;
  /** The fights in the order received, which need not be that of the card. */
  Fights?: FeedFightUpdate[];
  [member: string]: unknown;
}

/** Announced (the card is not final), finalized (it is), running, or over; as stored, not as the feed says. */
export type EventStatus = "ANNOUNCED" | "FINALIZED" | "LIVE" | "POST_EVENT" | (string & {});

/** A whole snapshot of an event. */
export interface EventUpdate {
  /** Grows with every snapshot of the event. */
  sequence: number;
  FMLiveFeed: EventLiveFeedUpdate;
  [member: string]: unknown;
}

/** An event as lists of version 1 have it. */
export interface EventV1 {
  /** Id of the record, unique among its kind. */
  id: number;
  /** The day where the event takes place. */
  event_date: string;
  /** Second large image; empty when there is none. */
  secondary_feature_image: string;
  /** Image of the ticket: a path, or words; empty when there is none. */
  ticket_image: string;
  /** Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none. */
  event_time_zone_text: string;
  /** A line about the event; empty when there is none. */
  short_description: string;
  /** Start of the event. */
  event_dategmt: string;
  /** End of the event. */
  end_event_dategmt: string;
  /** Where tickets are sold; empty when nowhere. */
  ticketurl: string;
  /** Who sells tickets. */
  ticket_seller_name: string | null;
  /** Title of the event. */
  base_title: string;
  /** Second part of the title. */
  title_tag_line: string | null;
  /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
  statid: number | null;
  /** Large image; empty when there is none. */
  feature_image: string;
  /** Line under the title. */
  subtitle: string;
  event_status: EventStatus;
  /** The hall; empty when not known. */
  arena: string;
  /** City and country or state; empty when not known. */
  location: string;
  /** Start for reading, such as `10PM/7PM`; empty when not known. */
  event_time_text: string;
}

/** Something that happened in a fight. */
export interface FeedAction {
  /** The metrics supplier's id of the action. */
  ActionID: string;
  /** What happened, such as `Round_Start`, `Takedown` or `Fight_Over`; an open list. */
  Type: string;
  /** When it happened. */
  Time: string;
  /** When it happened by the clock of the broadcast truck, `HH:MM:SS`. */
  TruckTime: string;
  /** The metrics supplier's id of the fighter who did it; `0` for neither. */
  Fighter: string;
  /** Number of the round; `0` outside of rounds. */
  Round: string;
  [member: string]: unknown;
}

/** Something that happened in a fight. Members left out take their empty values. */
export interface FeedActionUpdate {
  /** The metrics supplier's id of the action. */
  ActionID: string;
  /** What happened, such as `Round_Start`, `Takedown` or `Fight_Over`; an open list. */
  Type?: string;
  /** When it happened. */
  Time?: string;
  /** When it happened by the clock of the broadcast truck, `HH:MM:SS`. */
  TruckTime?: string;
  /** The metrics supplier's id of the fighter who did it; `0` for neither. */
  Fighter?: string;
  /** Number of the round; `0` outside of rounds. */
  Round?: string;
  [member: string]: unknown;
}

/** Where the fighter was born. */
export interface FeedBorn {
  /** City; empty when not known. */
  City: string;
  /** State; empty when not known. */
  State: string;
  /** Country; empty when not known. */
  Country: string;
  /** Three-letter code of the country; empty when not known. */
  TriCode: string;
  [member: string]: unknown;
}

/** Where the fighter was born. Members left out take their empty values. */
export interface FeedBornUpdate {
  /** City; empty when not known. */
  City?: string;
  /** State; empty when not known. */
  State?: string;
  /** Country; empty when not known. */
  Country?: string;
  /** Three-letter code of the country; empty when not known. */
  TriCode?: string;
  [member: string]: unknown;
}

/** A fight on the card. */
export interface FeedFight {
  /** The metrics supplier's id of the fight. */
  FightID: string;
  /** Place on the card; `1` is the main event. */
  Order: string;
  /** Text of the title; empty when none is at stake. */
  AccoladeName: string;
  /** The metrics supplier's id of the division. */
  WeightClassID: string;
  /** Division in the words of the metrics supplier. */
  WeightClassName: string;
  /** `Upcoming` before the start, `closed` after the end. */
  Status: string;
  /** Scheduled rounds, in digits. */
  PossibleRds: string;
  /** Number of the round, in digits; empty before the first. */
  CurRd: string;
  /** The two fighters: blue, then red. */
  Fighters: FeedFighter[];
  /** How the fight ended: `DEC`, `SUB` or a form of knock-out; empty before the end. */
  Method: string;
  /** Number of the last round; null or empty before the end. */
  EndingRoundNum: string | null;
  /** What happened, in the order received. */
  FightActions: FeedAction[];
  [member: string]: unknown;
}

/** A fight on the card. Members left out take their empty values. */
export interface FeedFightUpdate {
  /** The metrics supplier's id of the fight. */
  FightID: string;
  /** Place on the card; `1` is the main event. */
  Order?: string;
  /** Text of the title; empty when none is at stake. */
  AccoladeName?: string;
  /** The metrics supplier's id of the division. */
  WeightClassID?: string;
  /** Division in the words of the metrics supplier. */
  WeightClassName?: string;
  /** `Upcoming` before the start, `closed` after the end. */
  Status?: string;
  /** Scheduled rounds, in digits. */
  PossibleRds?: string;
  /** Number of the round, in digits; empty before the first. */
  CurRd?: string;
  /** The two fighters: blue, then red. */
  Fighters?: FeedFighterUpdate[];
  /** How the fight ended: `DEC`, `SUB` or a form of knock-out; empty before the end. */
  Method?: string;
  /** Number of the last round; null or empty before the end. */
  EndingRoundNum?: string | null;
  /** What happened, in the order received. */
  FightActions?: FeedActionUpdate[];
  [member: string]: unknown;
}

/** A fighter of a fight on the card. */
export interface FeedFighter {
  /** The metrics supplier's id of the fighter. */
  FighterID: string;
  /** Corner: `Blue` or `Red`. */
  Color: string;
  /** First name. */
  FirstName: string;
  /** Last name. */
  LastName: string;
  /** First letter of the first name, and the last name. */
  ShortName: string;
  /** First and last name. */
  FullName: string;
  /** Nickname; empty when there is none. */
  NickName: string;
  Record: FeedRecord;
  FightsOutOf: FeedFightsOutOf;
  Born: FeedBorn;
  /** Birth date, `YYYY-MM-DD`; empty when not known. */
  DOB: string;
  /** Inches; empty when not known. */
  Height: string;
  /** Pounds; empty when not known. */
  Weight: string;
  /** `Orthodox`, `Southpaw` or `Switch`; empty when not known. */
  Stance: string;
  /** `Win` or `Loss`; empty before the end. */
  Outcome: string;
  [member: string]: unknown;
}

/** A fighter of a fight on the card. Members left out take their empty values. */
export interface FeedFighterUpdate {
  /** The metrics supplier's id of the fighter. */
  FighterID: string;
  /** Corner: `Blue` or `Red`. */
  Color?: string;
  /** First name. */
  FirstName?: string;
  /** Last name. */
  LastName?: string;
  /** First letter of the first name, and the last name. */
  ShortName?: string;
  /** First and last name. */
  FullName?: string;
  /** Nickname; empty when there is none. */
  NickName?: string;
  Record?: FeedRecordUpdate;
  FightsOutOf?: FeedFightsOutOfUpdate;
  Born?: FeedBornUpdate;
  /** Birth date, `YYYY-MM-DD`; empty when not known. */
  DOB?: string;
  /** Inches; empty when not known. */
  Height?: string;
  /** Pounds; empty when not known. */
  Weight?: string;
  /** `Orthodox`, `Southpaw` or `Switch`; empty when not known. */
  Stance?: string;
  /** `Win` or `Loss`; empty before the end. */
  Outcome?: string;
  [member: string]: unknown;
}

/** The place that the fighter fights out of. */
export interface FeedFightsOutOf {
  /** City; empty when not known. */
  City: string;
  /** State; empty when not known. */
  State: string;
  /** Country; empty when not known. */
  Country: string;
  /** Three-letter code of the country; empty when not known. */
  TriCode: string;
  [member: string]: unknown;
}

/** The place that the fighter fights out of. Members left out take their empty values. */
export interface FeedFightsOutOfUpdate {
  /** City; empty when not known. */
  City?: string;
  /** State; empty when not known. */
  State?: string;
  /** Country; empty when not known. */
  Country?: string;
  /** Three-letter code of the country; empty when not known. */
  TriCode?: string;
  [member: string]: unknown;
}

/** The career so far. */
export interface FeedRecord {
  /** Bouts in all, in digits; empty when not known. */
  TotFights: string;
  /** Bouts won, in digits; empty when not known. */
  Win: string;
  /** Bouts lost, in digits; empty when not known. */
  Loss: string;
  /** Draws, in digits; empty when not known. */
  Draw: string;
  /** Bouts without a contest, in digits; empty when not known. */
  NC: string;
  [member: string]: unknown;
}

/** The career so far. Members left out take their empty values. */
export interface FeedRecordUpdate {
  /** Bouts in all, in digits; empty when not known. */
  TotFights?: string;
  /** Bouts won, in digits; empty when not known. */
  Win?: string;
  /** Bouts lost, in digits; empty when not known. */
  Loss?: string;
  /** Draws, in digits; empty when not known. */
  Draw?: string;
  /** Bouts without a contest, in digits; empty when not known. */
  NC?: string;
  [member: string]: unknown;
}

/** A fight on the card of an event. */
export interface Fight {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Id of the event. */
  event_id: number;
  /** The metrics supplier's id of the fight, FightID in the feed. */
  statid: number | null;
  /** Place on the card; 1 is the main event. */
  fightcard_order: number;
  /** Words about the fight. */
  fight_description: string | null;
  /** Whether a title is at stake. */
  is_title_fight: boolean;
  /** Whether it is the main event. */
  is_main_event: boolean;
  /** Whether it is on the preliminary card. */
  is_prelim: boolean;
  /** Id of the fighter; 0: the opponent is not yet known. */
  fighter1_id: number;
  /** Wins, losses and draws. */
  fighter1record: string;
  /** Inches; 0 when not known. */
  fighter1height: number;
  /** Pounds; 0 when not known. */
  fighter1weight: number;
  /** Reach in inches; null when not known. */
  fighter1reach: number | null;
  /** Odds of a bet on the fighter; null when there are none. */
  fighter1odds: number | string | null;
  /** First name; null: the opponent is not yet known. */
  fighter1_first_name: string | null;
  /** Last name; null: the opponent is not yet known. */
  fighter1_last_name: string | null;
  /** Nickname; null when there is none. */
  fighter1_nickname: string | null;
  /** Division of the fighter; null when not known. */
  fighter1_weight_class: WeightClass | null;
  /** Place in the division, `C` for its champion; null without a place. */
  fighter1_rank: string | null;
  /** Bouts won; null when not known. */
  fighter1_wins: number | null;
  /** Bouts lost; null when not known. */
  fighter1_losses: number | null;
  /** Draws; null when not known. */
  fighter1_draws: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  fighter1_statid: number | null;
  /** Image from head to foot: left for 1, right for 2. */
  fighter1_full_body_image?: string;
  /** Image of the fighter for the profile. */
  fighter1_profile_image?: string;
  /** Whether the fighter has won; left out when not known, false before the end. */
  fighter1_is_winner?: boolean;
  /** Mean length of a bout, `m:ss`. */
  fighter1_averagefighttime?: string;
  /** Mean length of a bout in seconds. */
  fighter1_averagefighttime_seconds?: string;
  /** Mean of knockdowns. */
  fighter1_kdaverage?: string;
  /** Significant strikes landed per minute. */
  fighter1_slpm?: string;
  /** Share of significant strikes that landed, in percent. */
  fighter1_strikingaccuracy?: string;
  /** Significant strikes absorbed per minute. */
  fighter1_sapm?: string;
  /** Share of the opponents' significant strikes that missed, in percent; null when not known. */
  fighter1_strikingdefense?: string | null;
  /** Mean of takedowns. */
  fighter1_takedownaverage?: string;
  /** Share of takedowns that succeeded, in percent; null when not known. */
  fighter1_takedownaccuracy?: string | null;
  /** Share of the opponents' takedowns that failed, in percent; null when not known. */
  fighter1_takedowndefense?: string | null;
  /** Mean of submission attempts. */
  fighter1_submissionsaverage?: string;
  /** Id of the fighter; 0: the opponent is not yet known. */
  fighter2_id: number;
  /** Wins, losses and draws. */
  fighter2record: string;
  /** Inches; 0 when not known. */
  fighter2height: number;
  /** Pounds; 0 when not known. */
  fighter2weight: number;
  /** Reach in inches; null when not known. */
  fighter2reach: number | null;
  /** Odds of a bet on the fighter; null when there are none. */
  fighter2odds: number | string | null;
  /** First name; null: the opponent is not yet known. */
  fighter2_first_name: string | null;
  /** Last name; null: the opponent is not yet known. */
  fighter2_last_name: string | null;
  /** Nickname; null when there is none. */
  fighter2_nickname: string | null;
  /** Division of the fighter; null when not known. */
  fighter2_weight_class: WeightClass | null;
  /** Place in the division, `C` for its champion; null without a place. */
  fighter2_rank: string | null;
  /** Bouts won; null when not known. */
  fighter2_wins: number | null;
  /** Bouts lost; null when not known. */
  fighter2_losses: number | null;
  /** Draws; null when not known. */
  fighter2_draws: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  fighter2_statid: number | null;
  /** Image from head to foot: left for 1, right for 2. */
  fighter2_full_body_image?: string;
  /** Image of the fighter for the profile. */
  fighter2_profile_image?: string;
  /** Whether the fighter has won; left out when not known, false before the end. */
  fighter2_is_winner?: boolean;
  /** Mean length of a bout, `m:ss`. */
  fighter2_averagefighttime?: string;
  /** Mean length of a bout in seconds. */
  fighter2_averagefighttime_seconds?: string;
  /** Mean of knockdowns. */
  fighter2_kdaverage?: string;
  /** Significant strikes landed per minute. */
  fighter2_slpm?: string;
  /** Share of significant strikes that landed, in percent. */
  fighter2_strikingaccuracy?: string;
  /** Significant strikes absorbed per minute. */
  fighter2_sapm?: string;
  /** Share of the opponents' significant strikes that missed, in percent; null when not known. */
  fighter2_strikingdefense?: string | null;
  /** Mean of takedowns. */
  fighter2_takedownaverage?: string;
  /** Share of takedowns that succeeded, in percent; null when not known. */
  fighter2_takedownaccuracy?: string | null;
  /** Share of the opponents' takedowns that failed, in percent; null when not known. */
  fighter2_takedowndefense?: string | null;
  /** Mean of submission attempts. */
  fighter2_submissionsaverage?: string;
  /** Time of the last round, `m:ss`; empty before the end. */
  ending_time: string;
  /** Number of the last round; left out before the end. */
  ending_round_number?: string;
  result?: FightResult;
  /** Address of the live statistics; its ids are -1 when there are none. */
  fm_stats_feed_url: string;
  /** The same address as the statistics. */
  fm_fight_rhythm_feed_url: string;
}

export type FightMetricsLiveEvent = BoutFeed | EventFeed;

/** How a fight ended. */
export interface FightResult {
  /** How the fight ended; null before the end. */
  Method: string | null;
  /** Number of the last round; null before the end. */
  EndingRound: string | null;
  /** Time of the last round, `m:ss`; empty before the end. */
  EndingTime: string;
  /** The submission that ended the fight. */
  Submission: string | null;
  /** The strike that ended the fight. */
  EndStrike: string | null;
  /** Where the last strike hit. */
  EndTarget: string | null;
  /** Position of the fighters at the end. */
  EndPosition: string | null;
  /** What else is to be said about the end. */
  EndNotes: string | null;
  /** Whether it was the fight of the night; null when not known. */
  FightOfTheNight: boolean | null;
  /** The scores of the judges. */
  Scores: FightScore[];
}

/** One judge's scores; before the end there is one of these, with five nulls. */
export interface FightScore {
  /** Points of the winner, in digits. */
  WinnerScore: string | null;
  /** Points of the loser, in digits. */
  LoserScore: string | null;
  /** The metrics supplier's id of the judge. */
  JudgeID: string | null;
  /** First name of the judge. */
  JudgeFirstName: string | null;
  /** Last name of the judge. */
  JudgeLastName: string | null;
}

/** A fighter as lists have it. */
export interface Fighter {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Nickname; null when there is none. */
  nickname: string | null;
  /** Bouts won; null when not known, which is rare. */
  wins: number | null;
  /** Bouts lost; null when not known. */
  losses: number | null;
  /** Draws; null when not known. */
  draws: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  statid: number | null;
  /** Last name. */
  last_name: string;
  /** First name. */
  first_name: string;
  /** Division; null when not known. */
  weight_class: WeightClass | null;
  /** Whether the fighter holds the title of the division. */
  title_holder: boolean;
  fighter_status: FighterStatus;
  /** Place in the division, `C` for its champion; null without a place. */
  rank: Rank | null;
  /** Place among the fighters of every division; null without a place. */
  pound_for_pound_rank: PoundForPoundRank | null;
  /** Small image of the fighter. */
  thumbnail: string;
  /** Image of the fighter for the profile. */
  profile_image: string;
  /** Small image of the belt; past and present champions only. */
  belt_thumbnail?: string;
  /** Image from head to foot, for the left side. */
  left_full_body_image?: string;
  /** Image from head to foot, for the right side. */
  right_full_body_image?: string;
  /** Web page of the fighter, the slug after `/fighter/`. */
  link: string;
}

/** A fighter with body, career and averages. */
export interface FighterDetail {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Nickname; null when there is none. */
  nickname: string | null;
  /** Bouts won; null when not known, which is rare. */
  wins: number | null;
  /** Bouts lost; null when not known. */
  losses: number | null;
  /** Draws; null when not known. */
  draws: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  statid: number | null;
  /** Last name. */
  last_name: string;
  /** First name. */
  first_name: string;
  /** Division; null when not known. */
  weight_class: WeightClass | null;
  /** Whether the fighter holds the title of the division. */
  title_holder: boolean;
  fighter_status: FighterStatus;
  /** Place in the division, `C` for its champion; null without a place. */
  rank: Rank | null;
  /** Place among the fighters of every division; null without a place. */
  pound_for_pound_rank: PoundForPoundRank | null;
  /** Small image of the fighter. */
  thumbnail: string;
  /** Image of the fighter for the profile. */
  profile_image: string;
  /** Small image of the belt; past and present champions only. */
  belt_thumbnail?: string;
  /** Image from head to foot, for the left side. */
  left_full_body_image?: string;
  /** Image from head to foot, for the right side. */
  right_full_body_image?: string;
  /** Web page of the fighter, the slug after `/fighter/`. */
  link: string;
  /** City of residence; null when not known. */
  city_residing: string | null;
  /** State of residence; null when not known. */
  state_residing: string | null;
  /** Country of residence; null when not known. */
  country_residing: string | null;
  /** Birth date; null when not known. */
  dob: string | null;
  /** Address of the fighter's shop. */
  store_link: string | null;
  /** Inches; 0 when not known. */
  height: number;
  /** The height in feet and inches, for reading. */
  height_ft: string | null;
  /** Pounds; null when not known. */
  weight: number | null;
  /** Kilograms; null when not known. */
  weight_kg: number | null;
  /** What the fighter is good at. */
  strengths: string | null;
  /** Bouts won by knock-out or technical knock-out. */
  ko_tko_wins: number;
  /** Bouts won by submission. */
  submission_wins: number;
  /** Bouts won by decision. */
  decision_wins: number;
  /** Mean length of a bout, `m:ss`; null when not known. */
  AverageFightTime?: string | null;
  /** Mean length of a bout in seconds; null when not known. */
  AverageFightTime_Seconds?: string | null;
  /** Mean of knockdowns; null when not known. */
  KDAverage?: string | null;
  /** Significant strikes landed per minute; null when not known. */
  SLpM?: string | null;
  /** Share of significant strikes that landed, in percent; null when not known. */
  StrikingAccuracy?: string | null;
  /** Significant strikes absorbed per minute; null when not known. */
  SApM?: string | null;
  /** Share of the opponents' significant strikes that missed, in percent; null when not known. */
  StrikingDefense?: string | null;
  /** Mean of takedowns; null when not known. */
  TakedownAverage?: string | null;
  /** Share of takedowns that succeeded, in percent; null when not known. */
  TakedownAccuracy?: string | null;
  /** Share of the opponents' takedowns that failed, in percent; null when not known. */
  TakedownDefense?: string | null;
  /** Mean of submission attempts; null when not known. */
  SubmissionsAverage?: string | null;
  /** Mean of the division; null when not known. */
  avg_SLpM: number | null;
  /** Maximum of the division; null when not known. */
  max_SLpM: number | null;
  /** Mean of the division; null when not known. */
  avg_SApM: number | null;
  /** Maximum of the division; null when not known. */
  max_SApM: number | null;
  /** Mean of the division; null when not known. */
  avg_TD: number | null;
  /** Maximum of the division; null when not known. */
  max_TD: number | null;
  /** Mean of the division; null when not known. */
  avg_submission_attempts: number | null;
  /** Maximum of the division; null when not known. */
  max_submission_attempts: number | null;
  /** Bouts of the career, newest first; left out when there are none. */
  fights?: CareerBout[];
}

/** A fighter with body, career and averages. */
export interface FighterDetailV1 {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Bouts won; null when not known, which is rare. */
  wins: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  statid: number | null;
  /** Bouts lost; null when not known. */
  losses: number | null;
  /** Last name. */
  last_name: string;
  /** Division; null when not known. */
  weight_class: WeightClass | null;
  /** Whether the fighter holds the title of the division. */
  title_holder: boolean;
  /** Draws; null when not known. */
  draws: number | null;
  /** First name. */
  first_name: string;
  fighter_status: FighterStatus;
  /** Small image of the fighter. */
  thumbnail: string;
  /** Small image of the belt; past and present champions only. */
  belt_thumbnail?: string;
  /** City of residence; null when not known. */
  city_residing: string | null;
  /** State of residence; null when not known. */
  state_residing: string | null;
  /** Country of residence; null when not known. */
  country_residing: string | null;
  /** Birth date; null when not known. */
  dob: string | null;
  /** Address of the fighter's shop. */
  store_link: string | null;
  /** Inches; 0 when not known. */
  height: number;
  /** The height in feet and inches, for reading. */
  height_ft: string | null;
  /** Pounds; null when not known. */
  weight: number | null;
  /** Kilograms; null when not known. */
  weight_kg: number | null;
  /** What the fighter is good at. */
  strengths: string | null;
  /** Bouts won by knock-out or technical knock-out. */
  ko_tko_wins: number;
  /** Bouts won by submission. */
  submission_wins: number;
  /** Bouts won by decision. */
  decision_wins: number;
  /** Mean length of a bout, `m:ss`; null when not known. */
  AverageFightTime?: string | null;
  /** Mean length of a bout in seconds; null when not known. */
  AverageFightTime_Seconds?: string | null;
  /** Mean of knockdowns; null when not known. */
  KDAverage?: string | null;
  /** Significant strikes landed per minute; null when not known. */
  SLpM?: string | null;
  /** Share of significant strikes that landed, in percent; null when not known. */
  StrikingAccuracy?: string | null;
  /** Significant strikes absorbed per minute; null when not known. */
  SApM?: string | null;
  /** Share of the opponents' significant strikes that missed, in percent; null when not known. */
  StrikingDefense?: string | null;
  /** Mean of takedowns; null when not known. */
  TakedownAverage?: string | null;
  /** Share of takedowns that succeeded, in percent; null when not known. */
  TakedownAccuracy?: string | null;
  /** Share of the opponents' takedowns that failed, in percent; null when not known. */
  TakedownDefense?: string | null;
  /** Mean of submission attempts; null when not known. */
  SubmissionsAverage?: string | null;
  /** Mean of the division; null when not known. */
  avg_SLpM: number | null;
  /** Maximum of the division; null when not known. */
  max_SLpM: number | null;
  /** Mean of the division; null when not known. */
  avg_SApM: number | null;
  /** Maximum of the division; null when not known. */
  max_SApM: number | null;
  /** Mean of the division; null when not known. */
  avg_TD: number | null;
  /** Maximum of the division; null when not known. */
  max_TD: number | null;
  /** Mean of the division; null when not known. */
  avg_submission_attempts: number | null;
  /** Maximum of the division; null when not known. */
  max_submission_attempts: number | null;
  /** Bouts of the career, newest first; left out when there are none. */
  fights?: CareerBout[];
}

/** Whether the fighter still fights. */
export type FighterStatus = "Active" | "NotFighting" | (string & {});

/** A fighter as lists of version 1 have it. */
export interface FighterV1 {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Bouts won; null when not known, which is rare. */
  wins: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  statid: number | null;
  /** Bouts lost; null when not known. */
  losses: number | null;
  /** Last name. */
  last_name: string;
  /** Division; null when not known. */
  weight_class: WeightClass | null;
  /** Whether the fighter holds the title of the division. */
  title_holder: boolean;
  /** Draws; null when not known. */
  draws: number | null;
  /** First name. */
  first_name: string;
  fighter_status: FighterStatus;
  /** Small image of the fighter. */
  thumbnail: string;
  /** Small image of the belt; past and present champions only. */
  belt_thumbnail?: string;
}

/** How the service is. */
export interface Health {
  /** Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503. */
  status: HealthStatus;
  /** The family of routes. */
  version: HealthVersion;
  /** Language and country of the texts. */
  locale: HealthLocale;
  /** Clock of the server. */
  time: string;
}

/** Language and country of the texts. */
export type HealthLocale = "es_US" | "en_US" | (string & {});

/** Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503. */
export type HealthStatus = "ok" | "degraded" | "down" | (string & {});

/** The family of routes. */
export type HealthVersion = "v3" | "v1" | (string & {});

/** How to use the app. */
export interface Instructions {
  /** Heading; empty when there is none. */
  title: string;
  /** The instructions, in HTML; empty when there are none. */
  body: string;
  /** Language and country of the texts. */
  locale: InstructionsLocale;
}

/** Language and country of the texts. */
export type InstructionsLocale = "es_US" | "en_US" | (string & {});

/** Whether an event is live, and the video of it. */
export interface Live {
  /** Whether the event is the live event. */
  live: boolean;
  /** Id of the event that is live or comes next. */
  event_id: number | null;
  /** Heading of the video. */
  title: string | null;
  /** Address of the video, HLS. */
  mobile_stream_url: string | null;
  /** Start of the event. */
  starts_at: string | null;
  /** End of the event. */
  ends_at: string | null;
}

/** The event of the moment with its media and news. */
export interface LiveContent {
  /** The live event, else the one named in content, else the next to start; null when there is none. */
  event: Event | null;
  /** Media of the event, newest first. */
  media: Media[];
  /** News of the event, newest first. */
  news: News[];
}

/** The event of the moment with its media and news. */
export interface LiveContentV1 {
  /** The live event, else the one named in content, else the next to start; null when there is none. */
  event: EventV1 | null;
  /** Media of the event, newest first. */
  media: Media[];
  /** News of the event, newest first. */
  news: News[];
}

/** Where the feed of the live event is; all three null when nothing is live. */
export interface LiveEventUrl {
  /** Id of the event; null also while no stored event has the statid. */
  event_id: number | null;
  /** The metrics supplier's id of the event, EventID in the feed. */
  statid: number | null;
  /** Address of the live feed. */
  live_event_url: string | null;
}

/** A bout's snapshot if it has a `Type`, else an event's. */
export type LiveUpdate = BoutUpdate | EventUpdate;

/** A video or a gallery as lists have it. */
export interface Media {
  /** Id of the record, unique among its kind. */
  id: number;
  /** The day of the media item. */
  media_date: string;
  type: MediaType;
  /** What it shows; empty when nothing is said. */
  description: string;
  /** Caption of the link to more; empty when there is none. */
  more_link_text: string;
  /** Small image; empty when there is none. */
  thumbnail: string;
  /** Address of the link to more; empty when there is none. */
  more_linkurl: string;
  /** Path on the video host, of an internal video. */
  internal_url: string;
  /** Heading of the media item. */
  title: string;
  /** Whose player an embedded video needs; an open list. */
  embedded_type: string | null;
  /** Id of an embedded video at its host. */
  embedded_id: string | null;
  /** Address of the video, HLS. */
  mobile_stream_url: string | null;
  /** Address of the video, MP4. */
  mobile_video_url: string | null;
  /** When the record was last changed. */
  last_modified: string;
  /** When the record was made. */
  created: string;
  /** From when; a date in the future does not hide the media item. */
  published_start_date: string;
  /** Slug; not necessarily unique. */
  url_name: string;
  /** Ids of the tags. */
  keyword_ids: number[];
}

/** A video or a gallery with its photos. */
export interface MediaItem {
  /** Id of the record, unique among its kind. */
  id: number;
  /** The day of the media item. */
  media_date: string;
  type: MediaType;
  /** What it shows; empty when nothing is said. */
  description: string;
  /** Caption of the link to more; empty when there is none. */
  more_link_text: string;
  /** Small image; empty when there is none. */
  thumbnail: string;
  /** Address of the link to more; empty when there is none. */
  more_linkurl: string;
  /** Path on the video host, of an internal video. */
  internal_url: string;
  /** Heading of the media item. */
  title: string;
  /** Whose player an embedded video needs; an open list. */
  embedded_type: string | null;
  /** Id of an embedded video at its host. */
  embedded_id: string | null;
  /** Address of the video, HLS. */
  mobile_stream_url: string | null;
  /** Address of the video, MP4. */
  mobile_video_url: string | null;
  /** When the record was last changed. */
  last_modified: string;
  /** When the record was made. */
  created: string;
  /** From when; a date in the future does not hide the media item. */
  published_start_date: string;
  /** Slug; not necessarily unique. */
  url_name: string;
  /** Ids of the tags. */
  keyword_ids: number[];
  /** The photos of a photo gallery, in its order. */
  photos: Photo[];
}

/** A video at another host, a video of our own, or a gallery of photos. */
export type MediaType = "EMBEDDEDVIDEO" | "INTERNALVIDEO" | "PHOTOGALLERY" | (string & {});

/** Where the feed of an event is. */
export interface MetricsEntry {
  /** Id of the event. */
  event_id: number;
  /** The metrics supplier's id of the event, EventID in the feed. */
  statid: number;
  /** Title of the event. */
  base_title: string;
  /** Second part of the title. */
  title_tag_line: string | null;
  /** Start of the event. */
  event_dategmt: string;
  event_status: EventStatus;
  /** Address of the live feed; null until a feed is received. */
  live_event_url: string | null;
  /** Address of the live feed, whether or not one was received. */
  fm_fnt_feed_url: string;
}

/** An article as lists have it. */
export interface News {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Caption of the link to an off-site article. */
  external_url_text: string;
  /** Address of an off-site article. */
  external_url: string;
  /** Who wrote it; null or empty when not known. */
  author: string | null;
  /** Heading of the article. */
  title: string;
  /** Id of the leading media item. */
  article_media_id: number | null;
  /** Id of the fighter the article is about. */
  article_fighter_id: number | null;
  /** The day of the article. */
  article_date: string;
  /** Small image; empty when there is none. */
  thumbnail: string;
  /** Teaser; may hold HTML. */
  introduction: string;
  /** Category in which the article is featured. */
  featured_news_category: string | null;
  /** When the record was last changed. */
  last_modified: string;
  /** Slug; not necessarily unique. */
  url_name: string;
  /** When the record was made. */
  created: string | null;
  /** From when; a date in the future does not hide the article. */
  published_start_date: string | null;
  /** Ids of the tags. */
  keyword_ids: number[];
}

/** A parameter that does not fit. */
export interface ParameterError {
  /** Name of a path or query parameter. */
  parameter: string;
  /** What it must be, in the language of the family. */
  detail: string;
}

/** A photo of a gallery. */
export interface Photo {
  /** Id of the record, unique among its kind. */
  id: number;
  /** Address of the small image. */
  thumbnail_path: string;
  /** Address of the image. */
  path: string;
  /** What it shows; empty when nothing is said. */
  caption: string;
  /** Place in the gallery, ascending. */
  gallery_order: number;
  /** Id of the media item the photo belongs to. */
  media_id: number;
}

/** Place among the fighters of every division. */
export type PoundForPoundRank = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15" | (string & {});

/** A problem (RFC 9457). */
export interface ProblemDetails {
  /** What kind of problem this is; the only member to tell problems apart by. */
  type: ProblemType;
  /** Name of the kind of problem, in the language of the family. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What went wrong this time, in the language of the family. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** With 400 and 422: each value that does not fit. */
  errors?: ProblemDetailsErrorsItem[];
  /** With voting-closed and scoring-closed: since when. */
  closed_at?: string;
  /** With voting-closed and scoring-closed: the round has not opened, and nobody knows when. */
  opens_at?: null;
  /** With sequence-conflict: the number stored. */
  sequence?: number;
  [member: string]: unknown;
}

export type ProblemDetailsErrorsItem = BodyError | ParameterError;

/** The types of problems of this service; a proxy answers with others, such as about:blank. */
export type ProblemType = "urn:problem-type:invalid-request" | "urn:problem-type:malformed-json" | "urn:problem-type:feed-key-required" | "urn:problem-type:feed-key-rejected" | "urn:problem-type:route-not-found" | "urn:problem-type:translation-not-found" | "urn:problem-type:article-not-found" | "urn:problem-type:media-item-not-found" | "urn:problem-type:fighter-not-found" | "urn:problem-type:ring-presenter-not-found" | "urn:problem-type:event-not-found" | "urn:problem-type:fight-not-found" | "urn:problem-type:vote-not-found" | "urn:problem-type:live-event-not-found" | "urn:problem-type:live-fight-not-found" | "urn:problem-type:method-not-allowed" | "urn:problem-type:not-acceptable" | "urn:problem-type:voting-closed" | "urn:problem-type:scoring-closed" | "urn:problem-type:sequence-conflict" | "urn:problem-type:body-too-large" | "urn:problem-type:unsupported-media-type" | "urn:problem-type:invalid-body" | "urn:problem-type:too-many-requests" | "urn:problem-type:internal-error" | "urn:problem-type:service-unavailable" | "urn:problem-type:outcome-unknown" | (string & {});

/** Place in the division; `C` is its champion. */
export type Rank = "C" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15" | (string & {});

/** A ring presenter, in the list and alone. */
export interface RingPresenter {
  /** Id of the record, unique among its kind. */
  id: number;
  /** First name. */
  first_name: string;
  /** Last name. */
  last_name: string;
  /** Birth date. */
  date_of_birth: string;
  /** Inches; 0 when not known. */
  height: number;
  /** Pounds; 0 when not known. */
  weight: number;
  /** City of residence; empty when not known. */
  city_residing: string;
  /** State of residence; empty when not known. */
  state_residing: string;
  /** Country of residence; empty when not known. */
  country_residing: string;
  /** First part of the biography, in HTML. */
  biography1: string;
  /** Second part of the biography, in HTML. */
  biography2: string;
  /** Heading of the biography. */
  biography_header: string;
  /** A line about her. */
  short_description: string;
  /** Words of hers. */
  quote: string;
  /** What she does in her free time. */
  hobbies: string;
  /** What she likes to eat. */
  favorite_foods: string;
  /** What she likes to watch. */
  favoritetvshows: string;
  /** What she wants to reach. */
  career_goals: string;
  /** Kept for existing clients; left empty. */
  turn_ons: string;
  /** Kept for existing clients; left empty. */
  ways_to_pick_up: string;
  /** Wide image behind the heading; empty when there is none. */
  banner_background_image: string;
  /** Large portrait; empty when there is none. */
  large_profile_picture: string;
  /** Portrait of medium size; empty when there is none. */
  medium_profile_picture: string;
  /** Account on Twitter; empty when there is none. */
  twitter_username: string;
  /** Hashtag on Twitter; empty when there is none. */
  twitter_hashtag: string;
  /** Address of her website; empty when there is none. */
  websiteurl: string;
  /** Address of her shop; empty when there is none. */
  storeurl: string;
  /** Address of her channel on YouTube; empty when there is none. */
  youtube_channelurl: string;
  /** Large picture from head to foot. */
  large_body_picture: string | null;
  /** Name of the file with her feed of Twitter. */
  twitter_feed_file_name: string | null;
  /** Id of the media item about her. */
  octagon_girl_media_id: number | null;
  /** Her photos, in the order of the gallery. */
  gallery: Photo[];
}

/** What the service offers. */
export interface Root {
  /** The family of routes. */
  version: RootVersion;
  /** Language and country of the texts. */
  locale: RootLocale;
  /** Every route of this family. */
  routes: RootRoutesItem[];
}

/** Language and country of the texts. */
export type RootLocale = "es_US" | "en_US" | (string & {});

export interface RootRoutesItem {
  /** Name of the route, the same in both families. */
  name: string;
  /** HTTP method. */
  method: RootRoutesItemMethod;
  /** Template with `:name` parameters; a segment in parentheses may be left out. */
  path: string;
}

/** HTTP method. */
export type RootRoutesItemMethod = "GET" | "POST" | (string & {});

/** The family of routes. */
export type RootVersion = "v3" | "v1" | (string & {});

/** The audience's scores of one event. */
export interface RoundScoring {
  /** Id of the event. */
  event_id: number;
  /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
  statid: number | null;
  /** The fights in the order of the card. */
  fights: ScoringFight[];
}

/** A scorecard of one round. Exactly one of `fight_id` and `fight_statid` is given. */
export interface ScoreBody {
  /** Id of the event. */
  event_id: number;
  /** Number of the round; the fight limits it further, to its scheduled rounds. */
  round_num: number;
  /** Points of the fighter in this round. */
  fighter1_score: number;
  /** Points of the fighter in this round. */
  fighter2_score: number;
  /** An unguessable id the app made once; whoever knows it can change its scores. */
  client_id: string;
  /** Id of the fight. */
  fight_id?: number;
  /** The metrics supplier's id of the fight, FightID in the feed. */
  fight_statid?: number;
}

/** A client's scores of one round. */
export interface Scorecard {
  /** The scorecard is counted. */
  status: "ok";
  /** Id of the event. */
  event_id: number;
  /** Id of the fight. */
  fight_id: number;
  /** Number of the round; the fight limits it further, to its scheduled rounds. */
  round_num: number;
  /** Points of the fighter in this round. */
  fighter1_score: number;
  /** Points of the fighter in this round. */
  fighter2_score: number;
  /** An unguessable id the app made once; whoever knows it can change its scores. */
  client_id: string;
}

/** The audience's scores of one fight. */
export interface ScoringFight {
  /** Id of the fight. */
  fight_id: number;
  /** The metrics supplier's id of the fight, FightID in the feed. */
  fight_statid: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  fighter1_statid: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  fighter2_statid: number | null;
  /** Last name; null: the opponent is not yet known. */
  fighter1_last_name: string | null;
  /** Last name; null: the opponent is not yet known. */
  fighter2_last_name: string | null;
  /** Number of the round that the feed is in; 0 before the first. */
  current_round: number;
  /** One per scheduled round, ascending. */
  rounds: ScoringRound[];
}

/** The audience's mean scores of one round. */
export interface ScoringRound {
  /** Number of the round; the fight limits it further, to its scheduled rounds. */
  round_num: number;
  /** Mean of the scorecards, rounded half up; 0.00 without one. */
  fighter1_score: string;
  /** Mean of the scorecards, rounded half up; 0.00 without one. */
  fighter2_score: string;
  /** Scorecards of this round. */
  scores_count: number;
  /** Whether the round takes scores now. */
  open: boolean;
}

/** What a fighter has in one statistic. */
export interface Stat {
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  statid: number;
  stat: StatName;
  /** A number as a string; `m:ss` for the two fight times. */
  Value: string;
  /** Place in this statistic; 1 is the best. */
  Rank: number;
  Born: CountryKey;
  /** Id of the fighter; null when there is no record of the fighter. */
  fighter_id: number | null;
  /** First name; null when not known. */
  first_name: string | null;
  /** Last name; null when not known. */
  last_name: string | null;
  /** Division of the fighter; null when not known. */
  weight_class: WeightClass | null;
}

/** A statistic; a fixed key, whose text is in the translations. */
export type StatName = "AvgFightTimeLong" | "AvgFightTimeShort" | "TakedownsLanded" | "TakedownDefense" | "TakedownAccuracy" | "SubmissionAttempts" | "SubmissionAverage" | "SigStrikesLanded" | "SigStrikesAccuracy" | "Knockdowns" | "SLpM" | "SApM" | "PlusMinus" | "SigStrikingDefense" | "TotStrikesLanded" | (string & {});

/** The keys by which statistics are filtered, each with words for it. */
export interface StatsFilters {
  /** The weight keys, `all` first. */
  weight_class: StatsFiltersWeightClassItem[];
  /** The countries that occur, ascending. */
  born_country: StatsFiltersBornCountryItem[];
  /** The statistics. */
  stat: StatsFiltersStatItem[];
}

export interface StatsFiltersBornCountryItem {
  key: CountryKey;
  /** Words for the key, or the key itself. */
  value: string;
}

export interface StatsFiltersStatItem {
  key: StatName;
  /** Words for the key, or the key itself. */
  value: string;
}

export interface StatsFiltersWeightClassItem {
  key: StatsWeightKey;
  /** Words for the key, or the key itself. */
  value: string;
}

/** The key of a division in the statistics; `all` is every division. */
export type StatsWeightKey = "all" | "wbw" | "hw" | "lhw" | "mw" | "ww" | "lw" | "bw" | "ftw" | "flw" | "wsw" | "wflw" | "wftw" | (string & {});

/** How to get into the hall. */
export interface Tickets {
  /** Id of the event. */
  event_id: number;
  /** Where tickets are sold; empty when nowhere. */
  ticketurl: string;
  /** Who sells tickets. */
  ticket_seller_name: string | null;
  /** Image of the ticket: a path, or words; empty when there is none. */
  ticket_image: string;
  /** From when everyone can buy tickets; null when not known. */
  ticket_general_sale_date: string | null;
  /** The same for reading, or words that there is no such date. */
  ticket_general_sale_text: string;
}

/** The champion of a division, or a row that says there is none. */
export type TitleHolder = Champion | VacantTitle;

/** The champion of a division, or a row that says there is none. */
export type TitleHolderV1 = ChampionV1 | VacantTitleV1;

/** A bundle of texts. */
export interface Translation {
  /** Name of the bundle; an integer when it is numeric. */
  id: number | string;
  /** Language and country of the texts. */
  locale: TranslationLocale;
  /** Text by key. */
  translations: Record<string, string>;
}

/** Language and country of the texts. */
export type TranslationLocale = "es_US" | (string & {});

/** What became of a snapshot. */
export interface UpdateResult {
  /** The snapshot was received. */
  status: "ok";
  /** The metrics supplier's id of the event. */
  EventID: string;
  /** The metrics supplier's id of the fight; null for an event's snapshot. */
  FightID: string | null;
  /** The number now stored. */
  sequence: number;
  /** Whether the snapshot changed the feed. */
  applied: boolean;
  /** Why the snapshot changed nothing; null when it was applied. */
  reason: UpdateResultReason | null;
  /** Counts the event's applied snapshots of both kinds. */
  version: number;
}

export type UpdateResultReason = "duplicate" | "stale" | (string & {});

/** A division without a title holder. */
export interface VacantTitle {
  /** Null: nobody holds the title. */
  id: null;
  /** Null: nobody holds the title. */
  statid: null;
  /** 0: nobody holds the title. */
  wins: 0;
  /** 0: nobody holds the title. */
  losses: 0;
  /** 0: nobody holds the title. */
  draws: 0;
  /** Words that say the holder is to be determined. */
  first_name: string;
  /** Null: nobody holds the title. */
  last_name: null;
  /** Null: nobody holds the title. */
  fighter_status: null;
  weight_class: WeightClass;
  /** The row is about the title of the division. */
  title_holder: true;
  /** Small image of the belt. */
  belt_thumbnail: string;
  /** Null: nobody holds the title. */
  nickname: null;
  /** Null: nobody holds the title. */
  rank: null;
  /** Null: nobody holds the title. */
  pound_for_pound_rank: null;
  /** A placeholder image. */
  profile_image: string;
  /** A page that says there is no such fighter. */
  link: string;
}

/** A division without a title holder. */
export interface VacantTitleV1 {
  /** Null: nobody holds the title. */
  id: null;
  /** Null: nobody holds the title. */
  statid: null;
  /** 0: nobody holds the title. */
  wins: 0;
  /** 0: nobody holds the title. */
  losses: 0;
  /** 0: nobody holds the title. */
  draws: 0;
  /** Words that say the holder is to be determined. */
  first_name: string;
  /** Null: nobody holds the title. */
  last_name: null;
  /** Null: nobody holds the title. */
  fighter_status: null;
  weight_class: WeightClass;
  /** The row is about the title of the division. */
  title_holder: true;
  /** Small image of the belt. */
  belt_thumbnail: string;
}

/** A client's vote on one round. */
export interface Vote {
  /** Id of the fight. */
  fight_id: number;
  /** Number of the round; the fight limits it further, to its scheduled rounds. */
  round_num: number;
  /** The metrics supplier's id of the fighter the vote is for. */
  fighter_statid: number;
  /** An unguessable id the app made once; whoever knows it can move its votes. */
  client_id: string;
  /** The vote is counted. */
  voted: true;
  /** When the client's vote went to this fighter. */
  created: string;
}

/** A vote for who wins a round. */
export interface VoteBody {
  /** Number of the round; the fight limits it further, to its scheduled rounds. */
  round_num: number;
  /** The metrics supplier's id of one of the fight's two fighters. */
  fighter_statid: number;
  /** An unguessable id the app made once; whoever knows it can move its votes. */
  client_id: string;
}

/** The votes of one round. */
export interface VoteRound {
  /** Number of the round; the fight limits it further, to its scheduled rounds. */
  round_num: number;
  /** Votes for fighter 1 in this round. */
  fighter1_votes: number;
  /** Votes for fighter 2 in this round. */
  fighter2_votes: number;
  /** Share of the votes for fighter 1, rounded half up. */
  fighter1_percentage: string;
  /** The rest to 100.00; both 0.00 without votes. */
  fighter2_percentage: string;
}

/** The votes of the audience on one fight. */
export interface VoteTally {
  /** Id of the fight. */
  fight_id: number;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  fighter1_statid: number | null;
  /** The metrics supplier's id of the fighter, FighterID in the feed. */
  fighter2_statid: number | null;
  /** Votes of all rounds. */
  total_votes: number;
  /** One per scheduled round, ascending. */
  rounds: VoteRound[];
}

/** How to watch an event. */
export interface Watch {
  /** Id of the event. */
  event_id: number;
  /** Whether the event is pay-per-view. */
  isppvevent: boolean;
  /** Line under the title. */
  subtitle: string;
  /** Address of the trailer. */
  trailer_url: string | null;
  /** Address of the video, HLS. */
  mobile_stream_url: string | null;
  /** Start for reading, such as `10PM/7PM`; empty when not known. */
  event_time_text: string;
  /** Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none. */
  event_time_zone_text: string;
  event_status: EventStatus;
}

/** A division; a fixed key, whose text is in the translations. */
export type WeightClass = "Flyweight" | "Bantamweight" | "Featherweight" | "Lightweight" | "Welterweight" | "Middleweight" | "Light_Heavyweight" | "Heavyweight" | "Women_Strawweight" | "Women_Flyweight" | "Women_Bantamweight" | "Women_Featherweight" | (string & {});

/** A division in the words of the metrics supplier, always English. */
export type WeightClassText = "Flyweight" | "Bantamweight" | "Featherweight" | "Lightweight" | "Welterweight" | "Middleweight" | "Light Heavyweight" | "Heavyweight" | "Women's Strawweight" | "Women's Flyweight" | "Women's Bantamweight" | "Women's Featherweight" | "Catch Weight" | "Open Weight" | "Super Heavyweight" | (string & {});
