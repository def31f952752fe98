// Made by `npm run kit` from the contracts. Do not edit.

export interface Alert {
  id: number;
  title: string;
  message: string;
  url: string | null;
  event_id: number | null;
  created: string;
  /** When the alert leaves the list; null: never. */
  expires: string | null;
}

export interface Article {
  id: number;
  /** Caption of the link to an off-site article. */
  external_url_text: string;
  /** Address of an off-site article. */
  external_url: string;
  author: string | null;
  title: string;
  /** The leading media item. */
  article_media_id: number | null;
  /** The fighter the article is about. */
  article_fighter_id: number | null;
  article_date: string;
  thumbnail: string;
  /** Teaser; may hold HTML. */
  introduction: string;
  featured_news_category: string | null;
  last_modified: string;
  /** Slug; not necessarily unique. */
  url_name: string;
  created: string | null;
  /** A date in the future does not hide the article. */
  published_start_date: string | null;
  keyword_ids: number[];
  /** HTML. */
  content: string;
  article_media: Media | null;
  related: News[];
  fighters: Fighter[];
}

export interface ArticleV1 {
  id: number;
  /** Caption of the link to an off-site article. */
  external_url_text: string;
  /** Address of an off-site article. */
  external_url: string;
  author: string | null;
  title: string;
  /** The leading media item. */
  article_media_id: number | null;
  /** The fighter the article is about. */
  article_fighter_id: number | null;
  article_date: string;
  thumbnail: string;
  /** Teaser; may hold HTML. */
  introduction: string;
  featured_news_category: string | null;
  last_modified: string;
  /** Slug; not necessarily unique. */
  url_name: string;
  created: string | null;
  /** A date in the future does not hide the article. */
  published_start_date: string | null;
  keyword_ids: number[];
  /** HTML. */
  content: string;
  article_media: Media | null;
  related: News[];
  fighters: FighterV1[];
}

export interface BodyError {
  /** JSON Pointer as a fragment; `#` is the whole body. */
  pointer: string;
  detail: string;
}

export interface BoutAttempts {
  Attempts: string;
  [member: string]: unknown;
}

export interface BoutAttemptsUpdate {
  Attempts?: string;
  [member: string]: unknown;
}

export interface BoutCorner {
  FighterID: string;
  Strikes: BoutStrikes;
  Grappling: BoutGrappling;
  TIP: BoutTimes;
  [member: string]: unknown;
}

export interface BoutCornerUpdate {
  FighterID?: string;
  Strikes?: BoutStrikesUpdate;
  Grappling?: BoutGrapplingUpdate;
  TIP?: BoutTimesUpdate;
  [member: string]: unknown;
}

export interface BoutCorners {
  Red: BoutCorner;
  Blue: BoutCorner;
  [member: string]: unknown;
}

export interface BoutCornersUpdate {
  Red?: BoutCornerUpdate;
  Blue?: BoutCornerUpdate;
  [member: string]: unknown;
}

export interface BoutFeed {
  Type: "Stats";
  Timestamp: string;
  FMLiveFeed: BoutLiveFeed;
  [member: string]: unknown;
}

export interface BoutFighter {
  Name: string;
  FighterID: string;
  [member: string]: unknown;
}

export interface BoutFighterUpdate {
  Name?: string;
  FighterID?: string;
  [member: string]: unknown;
}

export interface BoutFighters {
  Red: BoutFighter;
  Blue: BoutFighter;
  [member: string]: unknown;
}

export interface BoutFightersUpdate {
  Red?: BoutFighterUpdate;
  Blue?: BoutFighterUpdate;
  [member: string]: unknown;
}

export interface BoutGrappling {
  Takedowns: BoutLandedOfAttempts;
  Submissions: BoutAttempts;
  Reversals: BoutLanded;
  Standups: BoutLanded;
  [member: string]: unknown;
}

export interface BoutGrapplingUpdate {
  Takedowns?: BoutLandedOfAttemptsUpdate;
  Submissions?: BoutAttemptsUpdate;
  Reversals?: BoutLandedUpdate;
  Standups?: BoutLandedUpdate;
  [member: string]: unknown;
}

export interface BoutLanded {
  Landed: string;
  [member: string]: unknown;
}

export interface BoutLandedOfAttempts {
  Landed: string;
  Attempts: string;
  [member: string]: unknown;
}

export interface BoutLandedOfAttemptsUpdate {
  Landed?: string;
  Attempts?: string;
  [member: string]: unknown;
}

export interface BoutLandedUpdate {
  Landed?: string;
  [member: string]: unknown;
}

export interface BoutLiveFeed {
  Fighters: BoutFighters;
  RoundStats: BoutRounds;
  FightStats: BoutCorners;
  EventID: string;
  CurrentRound: string;
  FightID: string;
  MaxRounds: string;
  Accolade: string;
  Referee: string;
  WeightClass: string;
  Status: string;
  CurrentRoundTime: string;
  [member: string]: unknown;
}

export interface BoutLiveFeedUpdate {
  Fighters?: BoutFightersUpdate;
  RoundStats?: BoutRoundsUpdate;
  FightStats?: BoutCornersUpdate;
  EventID: string;
  CurrentRound?: string;
  FightID: string;
  MaxRounds?: string;
  Accolade?: string;
  Referee?: string;
  WeightClass?: string;
  Status?: string;
  CurrentRoundTime?: string;
  [member: string]: unknown;
}

export interface BoutRounds {
  Round1: BoutCorners;
  Round2: BoutCorners;
  Round3: BoutCorners;
  Round4: BoutCorners;
  Round5: BoutCorners;
  [member: string]: unknown;
}

export interface BoutRoundsUpdate {
  Round1?: BoutCornersUpdate;
  Round2?: BoutCornersUpdate;
  Round3?: BoutCornersUpdate;
  Round4?: BoutCornersUpdate;
  Round5?: BoutCornersUpdate;
  [member: string]: unknown;
}

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

export interface BoutTimes {
  "Standing Time": string;
  "Ground Time": string;
  "Control Time": string;
  "Neutral Time": string;
  "Ground Control Time": string;
  "Distance Time": string;
  "Clinch Time": string;
  "Misc. Ground Control Time": string;
  "Guard Control Time": string;
  "Half Guard Control Time": string;
  "Side Control Time": string;
  "Mount Control Time": string;
  "Back Control Time": string;
  [member: string]: unknown;
}

export interface BoutTimesUpdate {
  "Standing Time"?: string;
  "Ground Time"?: string;
  "Control Time"?: string;
  "Neutral Time"?: string;
  "Ground Control Time"?: string;
  "Distance Time"?: string;
  "Clinch Time"?: string;
  "Misc. Ground Control Time"?: string;
  "Guard Control Time"?: string;
  "Half Guard Control Time"?: string;
  "Side Control Time"?: string;
  "Mount Control Time"?: string;
  "Back Control Time"?: string;
  [member: string]: unknown;
}

export interface BoutUpdate {
  /** Grows with every snapshot of the bout. */
  sequence: number;
  Type: "Stats";
  Timestamp?: string;
  FMLiveFeed: BoutLiveFeedUpdate;
  [member: string]: unknown;
}

export interface CareerBout {
  /** The metrics supplier's id of the bout. */
  statid: string;
  Event: CareerBoutEvent;
  /** Pounds. */
  WeighIn: string | null;
  WeightClass: CareerBoutWeightClass;
  KOOfTheNight: number;
  SubmissionOfTheNight: number;
  PerformanceOfTheNight: number;
  Result: CareerBoutResult;
  Opponent: CareerBoutOpponent;
}

export interface CareerBoutEvent {
  Name: string;
  Date: string;
}

export interface CareerBoutOpponent {
  statid: string;
  FirstName: string;
  LastName: string;
  NickName: string | null;
  Weight: string | null;
  WeighIn: string | null;
  PerformanceOfTheNight: string | null;
  SubmissionOfTheNight: string | null;
  KOOfTheNight: string | null;
  profile_image: string | null;
}

export interface CareerBoutResult {
  OutcomeID: string | null;
  Outcome: CareerOutcome;
  EndingRound: string | null;
  EndingTime: string | null;
  Method: string | null;
  FightOfTheNight: CareerBoutResultFightOfTheNight | null;
  Submission: string | null;
  EndStrike: string | null;
}

export type CareerBoutResultFightOfTheNight = "0" | "1" | (string & {});

export interface CareerBoutWeightClass {
  Description: WeightClassText;
}

export type CareerOutcome = "Win" | "Loss" | "Draw" | "No Contest" | (string & {});

export interface Champion {
  id: number;
  nickname: string | null;
  /** Null, which is rare: the record is not known. */
  wins: number | null;
  losses: number | null;
  draws: number | null;
  /** The metrics supplier's id of the fighter. */
  statid: number | null;
  last_name: string;
  first_name: string;
  weight_class: WeightClass;
  title_holder: true;
  fighter_status: FighterStatus;
  rank: "C";
  pound_for_pound_rank: null;
  thumbnail: string;
  profile_image: string;
  belt_thumbnail: string;
  left_full_body_image?: string;
  right_full_body_image?: string;
  /** Web page of the fighter, the slug after `/fighter/`. */
  link: string;
}

export interface ChampionV1 {
  id: number;
  /** Null, which is rare: the record is not known. */
  wins: number | null;
  /** The metrics supplier's id of the fighter. */
  statid: number | null;
  losses: number | null;
  last_name: string;
  weight_class: WeightClass;
  title_holder: true;
  draws: number | null;
  first_name: string;
  fighter_status: FighterStatus;
  thumbnail: string;
  belt_thumbnail: string;
}

export interface Chat {
  enabled: boolean;
  url: string | null;
  event_id: number | null;
}

/** A three-letter sport code. */
export type CountryKey = string;

export interface Discussion {
  event_id: number;
  title: string;
  url: string | null;
  twitter_hashtag: string;
  comments_enabled: boolean;
}

export interface Event {
  id: number;
  /** The day where the event takes place. */
  event_date: string;
  secondary_feature_image: string;
  /** A path, or words. */
  ticket_image: string;
  /** For example `ETPT`, which goes with a time text in two parts. */
  event_time_zone_text: string;
  short_description: string;
  /** Start. */
  event_dategmt: string;
  /** End. */
  end_event_dategmt: string;
  ticketurl: string;
  ticket_seller_name: string | null;
  base_title: string;
  title_tag_line: string | null;
  /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
  statid: number | null;
  feature_image: string;
  subtitle: string;
  event_status: EventStatus;
  arena: string;
  location: string;
  event_time_text: string;
  twitter_hashtag: string;
  ticket_general_sale_date: string | null;
  ticket_general_sale_text: string;
  isppvevent: boolean;
  corner_audio_available: boolean;
  /** Set only with corner audio. */
  corner_audio_blue_stream_url: string | null;
  /** Set only with corner audio. */
  corner_audio_red_stream_url: string | null;
  trailer_url: string | null;
  last_modified: string;
  created: string | null;
  /** Slug; not necessarily unique. */
  url_name: string;
  /** Address of the live feed; its id is -1 when there is none. */
  fm_fnt_feed_url: string;
  main_event_fighter1_id?: number;
  main_event_fighter2_id?: number;
  latitude?: number;
  longitude?: number;
}

export interface EventDetail {
  id: number;
  /** The day where the event takes place. */
  event_date: string;
  secondary_feature_image: string;
  /** A path, or words. */
  ticket_image: string;
  /** For example `ETPT`, which goes with a time text in two parts. */
  event_time_zone_text: string;
  short_description: string;
  /** Start. */
  event_dategmt: string;
  /** End. */
  end_event_dategmt: string;
  ticketurl: string;
  ticket_seller_name: string | null;
  base_title: string;
  title_tag_line: string | null;
  /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
  statid: number | null;
  feature_image: string;
  subtitle: string;
  event_status: EventStatus;
  arena: string;
  location: string;
  event_time_text: string;
  twitter_hashtag: string;
  ticket_general_sale_date: string | null;
  ticket_general_sale_text: string;
  isppvevent: boolean;
  corner_audio_available: boolean;
  /** Set only with corner audio. */
  corner_audio_blue_stream_url: string | null;
  /** Set only with corner audio. */
  corner_audio_red_stream_url: string | null;
  trailer_url: string | null;
  last_modified: string;
  created: string | null;
  /** Slug; not necessarily unique. */
  url_name: string;
  /** Address of the live feed; its id is -1 when there is none. */
  fm_fnt_feed_url: string;
  main_event_fighter1_id?: number;
  main_event_fighter2_id?: number;
  latitude?: number;
  longitude?: number;
  /** The card, main event first. */
  fights: Fight[];
}

export interface EventDetailV1 {
  id: number;
  /** The day where the event takes place. */
  event_date: string;
  secondary_feature_image: string;
  /** A path, or words. */
  ticket_image: string;
  /** For example `ETPT`, which goes with a time text in two parts. */
  event_time_zone_text: string;
  short_description: string;
  /** Start. */
  event_dategmt: string;
  /** End. */
  end_event_dategmt: string;
  ticketurl: string;
  ticket_seller_name: string | null;
  base_title: string;
  title_tag_line: string | null;
  /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
  statid: number | null;
  feature_image: string;
  subtitle: string;
  event_status: EventStatus;
  arena: string;
  location: string;
  event_time_text: string;
  /** The card, main event first. */
  fights: Fight[];
}

export interface EventFeed {
  FMLiveFeed: EventLiveFeed;
  [member: string]: unknown;
}

export interface EventLiveFeed {
  EventID: string;
  Timestamp: string;
  Date: string;
  Time: string;
  GMT: string;
  Venue: string;
  Country: string;
  City: string;
  CurFight: string;
  EventStart: string;
  EventEnd: string;
  Fights: FeedFight[];
  [member: string]: unknown;
}

export interface EventLiveFeedUpdate {
  EventID: string;
  Timestamp?: string;
  Date?: string;
  Time?: string;
  GMT?: string;
  Venue?: string;
  Country?: string;
  City?: string;
  CurFight?: string;
  EventStart?: string;
  EventEnd?: string;
  Fights?: FeedFightUpdate[];
  [member: string]: unknown;
}

/** Announced (the card is not final), finalized (it is), running, or over; as stored, not as the feed says. */
export type EventStatus = "ANNOUNCED" | "FINALIZED" | "LIVE" | "POST_EVENT" | (string & {});

export interface EventUpdate {
  /** Grows with every snapshot of the event. */
  sequence: number;
  FMLiveFeed: EventLiveFeedUpdate;
  [member: string]: unknown;
}

export interface EventV1 {
  id: number;
  /** The day where the event takes place. */
  event_date: string;
  secondary_feature_image: string;
  /** A path, or words. */
  ticket_image: string;
  /** For example `ETPT`, which goes with a time text in two parts. */
  event_time_zone_text: string;
  short_description: string;
  /** Start. */
  event_dategmt: string;
  /** End. */
  end_event_dategmt: string;
  ticketurl: string;
  ticket_seller_name: string | null;
  base_title: string;
  title_tag_line: string | null;
  /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
  statid: number | null;
  feature_image: string;
  subtitle: string;
  event_status: EventStatus;
  arena: string;
  location: string;
  event_time_text: string;
}

export interface FeedAction {
  ActionID: string;
  Type: string;
  Time: string;
  TruckTime: string;
  Fighter: string;
  Round: string;
  [member: string]: unknown;
}

export interface FeedActionUpdate {
  ActionID: string;
  Type?: string;
  Time?: string;
  TruckTime?: string;
  Fighter?: string;
  Round?: string;
  [member: string]: unknown;
}

export interface FeedBorn {
  City: string;
  State: string;
  Country: string;
  TriCode: string;
  [member: string]: unknown;
}

export interface FeedBornUpdate {
  City?: string;
  State?: string;
  Country?: string;
  TriCode?: string;
  [member: string]: unknown;
}

export interface FeedFight {
  FightID: string;
  Order: string;
  AccoladeName: string;
  WeightClassID: string;
  WeightClassName: string;
  Status: string;
  PossibleRds: string;
  CurRd: string;
  Fighters: FeedFighter[];
  Method: string;
  EndingRoundNum: string | null;
  FightActions: FeedAction[];
  [member: string]: unknown;
}

export interface FeedFightUpdate {
  FightID: string;
  Order?: string;
  AccoladeName?: string;
  WeightClassID?: string;
  WeightClassName?: string;
  Status?: string;
  PossibleRds?: string;
  CurRd?: string;
  Fighters?: FeedFighterUpdate[];
  Method?: string;
  EndingRoundNum?: string | null;
  FightActions?: FeedActionUpdate[];
  [member: string]: unknown;
}

export interface FeedFighter {
  FighterID: string;
  Color: string;
  FirstName: string;
  LastName: string;
  ShortName: string;
  FullName: string;
  NickName: string;
  Record: FeedRecord;
  FightsOutOf: FeedFightsOutOf;
  Born: FeedBorn;
  DOB: string;
  Height: string;
  Weight: string;
  Stance: string;
  Outcome: string;
  [member: string]: unknown;
}

export interface FeedFighterUpdate {
  FighterID: string;
  Color?: string;
  FirstName?: string;
  LastName?: string;
  ShortName?: string;
  FullName?: string;
  NickName?: string;
  Record?: FeedRecordUpdate;
  FightsOutOf?: FeedFightsOutOfUpdate;
  Born?: FeedBornUpdate;
  DOB?: string;
  Height?: string;
  Weight?: string;
  Stance?: string;
  Outcome?: string;
  [member: string]: unknown;
}

export interface FeedFightsOutOf {
  City: string;
  State: string;
  Country: string;
  TriCode: string;
  [member: string]: unknown;
}

export interface FeedFightsOutOfUpdate {
  City?: string;
  State?: string;
  Country?: string;
  TriCode?: string;
  [member: string]: unknown;
}

export interface FeedRecord {
  TotFights: string;
  Win: string;
  Loss: string;
  Draw: string;
  NC: string;
  [member: string]: unknown;
}

export interface FeedRecordUpdate {
  TotFights?: string;
  Win?: string;
  Loss?: string;
  Draw?: string;
  NC?: string;
  [member: string]: unknown;
}

export interface Fight {
  id: number;
  event_id: number;
  /** The metrics supplier's id of the bout. */
  statid: number | null;
  /** Place on the card; 1 is the main event. */
  fightcard_order: number;
  fight_description: string | null;
  is_title_fight: boolean;
  is_main_event: boolean;
  is_prelim: boolean;
  /** 0: the opponent is not yet known. */
  fighter1_id: number;
  /** Wins, losses and draws. */
  fighter1record: string;
  /** Inches; 0 when not known. */
  fighter1height: number;
  /** Pounds; 0 when not known. */
  fighter1weight: number;
  /** Inches. */
  fighter1reach: number | null;
  fighter1odds: number | string | null;
  /** Null: the opponent is not yet known. */
  fighter1_first_name: string | null;
  /** Null: the opponent is not yet known. */
  fighter1_last_name: string | null;
  fighter1_nickname: string | null;
  fighter1_weight_class: WeightClass | null;
  fighter1_rank: string | null;
  fighter1_wins: number | null;
  fighter1_losses: number | null;
  fighter1_draws: number | null;
  /** The metrics supplier's id of the fighter. */
  fighter1_statid: number | null;
  fighter1_full_body_image?: string;
  fighter1_profile_image?: string;
  /** Left out when not known; false before the end. */
  fighter1_is_winner?: boolean;
  fighter1_averagefighttime?: string;
  fighter1_averagefighttime_seconds?: string;
  fighter1_kdaverage?: string;
  fighter1_slpm?: string;
  fighter1_strikingaccuracy?: string;
  fighter1_sapm?: string;
  fighter1_strikingdefense?: string | null;
  fighter1_takedownaverage?: string;
  fighter1_takedownaccuracy?: string | null;
  fighter1_takedowndefense?: string | null;
  fighter1_submissionsaverage?: string;
  /** 0: the opponent is not yet known. */
  fighter2_id: number;
  /** Wins, losses and draws. */
  fighter2record: string;
  /** Inches; 0 when not known. */
  fighter2height: number;
  /** Pounds; 0 when not known. */
  fighter2weight: number;
  /** Inches. */
  fighter2reach: number | null;
  fighter2odds: number | string | null;
  /** Null: the opponent is not yet known. */
  fighter2_first_name: string | null;
  /** Null: the opponent is not yet known. */
  fighter2_last_name: string | null;
  fighter2_nickname: string | null;
  fighter2_weight_class: WeightClass | null;
  fighter2_rank: string | null;
  fighter2_wins: number | null;
  fighter2_losses: number | null;
  fighter2_draws: number | null;
  /** The metrics supplier's id of the fighter. */
  fighter2_statid: number | null;
  fighter2_full_body_image?: string;
  fighter2_profile_image?: string;
  /** Left out when not known; false before the end. */
  fighter2_is_winner?: boolean;
  fighter2_averagefighttime?: string;
  fighter2_averagefighttime_seconds?: string;
  fighter2_kdaverage?: string;
  fighter2_slpm?: string;
  fighter2_strikingaccuracy?: string;
  fighter2_sapm?: string;
  fighter2_strikingdefense?: string | null;
  fighter2_takedownaverage?: string;
  fighter2_takedownaccuracy?: string | null;
  fighter2_takedowndefense?: string | null;
  fighter2_submissionsaverage?: string;
  /** Time of the last round, `m:ss`; empty before the end. */
  ending_time: string;
  ending_round_number?: string;
  result?: FightResult;
  /** Address of the live statistics; its ids are -1 when there are none. */
  fm_stats_feed_url: string;
  /** The same address as the statistics. */
  fm_fight_rhythm_feed_url: string;
}

export interface FightResult {
  Method: string | null;
  EndingRound: string | null;
  /** Time of the last round, `m:ss`; empty before the end. */
  EndingTime: string;
  Submission: string | null;
  EndStrike: string | null;
  EndTarget: string | null;
  EndPosition: string | null;
  EndNotes: string | null;
  FightOfTheNight: boolean | null;
  Scores: FightScore[];
}

/** One judge's scores; before the end there is one of these, with five nulls. */
export interface FightScore {
  WinnerScore: string | null;
  LoserScore: string | null;
  /** The metrics supplier's id of the judge. */
  JudgeID: string | null;
  JudgeFirstName: string | null;
  JudgeLastName: string | null;
}

export interface Fighter {
  id: number;
  nickname: string | null;
  /** Null, which is rare: the record is not known. */
  wins: number | null;
  losses: number | null;
  draws: number | null;
  /** The metrics supplier's id of the fighter. */
  statid: number | null;
  last_name: string;
  first_name: string;
  weight_class: WeightClass | null;
  title_holder: boolean;
  fighter_status: FighterStatus;
  rank: Rank | null;
  pound_for_pound_rank: PoundForPoundRank | null;
  thumbnail: string;
  profile_image: string;
  /** Past and present champions only. */
  belt_thumbnail?: string;
  left_full_body_image?: string;
  right_full_body_image?: string;
  /** Web page of the fighter, the slug after `/fighter/`. */
  link: string;
}

export interface FighterDetail {
  id: number;
  nickname: string | null;
  /** Null, which is rare: the record is not known. */
  wins: number | null;
  losses: number | null;
  draws: number | null;
  /** The metrics supplier's id of the fighter. */
  statid: number | null;
  last_name: string;
  first_name: string;
  weight_class: WeightClass | null;
  title_holder: boolean;
  fighter_status: FighterStatus;
  rank: Rank | null;
  pound_for_pound_rank: PoundForPoundRank | null;
  thumbnail: string;
  profile_image: string;
  /** Past and present champions only. */
  belt_thumbnail?: string;
  left_full_body_image?: string;
  right_full_body_image?: string;
  /** Web page of the fighter, the slug after `/fighter/`. */
  link: string;
  city_residing: string | null;
  state_residing: string | null;
  country_residing: string | null;
  /** Birth date. */
  dob: string | null;
  store_link: string | null;
  /** Inches; 0 when not known. */
  height: number;
  /** The height in feet and inches, for reading. */
  height_ft: string | null;
  /** Pounds. */
  weight: number | null;
  /** Kilograms. */
  weight_kg: number | null;
  strengths: string | null;
  ko_tko_wins: number;
  submission_wins: number;
  decision_wins: number;
  AverageFightTime?: string | null;
  AverageFightTime_Seconds?: string | null;
  KDAverage?: string | null;
  /** Significant strikes landed per minute. */
  SLpM?: string | null;
  StrikingAccuracy?: string | null;
  /** Significant strikes absorbed per minute. */
  SApM?: string | null;
  StrikingDefense?: string | null;
  TakedownAverage?: string | null;
  TakedownAccuracy?: string | null;
  TakedownDefense?: string | null;
  SubmissionsAverage?: string | null;
  /** Mean of the division. */
  avg_SLpM: number | null;
  /** Maximum of the division. */
  max_SLpM: number | null;
  /** Mean of the division. */
  avg_SApM: number | null;
  /** Maximum of the division. */
  max_SApM: number | null;
  /** Mean of the division. */
  avg_TD: number | null;
  /** Maximum of the division. */
  max_TD: number | null;
  /** Mean of the division. */
  avg_submission_attempts: number | null;
  /** Maximum of the division. */
  max_submission_attempts: number | null;
  /** Newest first; left out when there are none. */
  fights?: CareerBout[];
}

export interface FighterDetailV1 {
  id: number;
  /** Null, which is rare: the record is not known. */
  wins: number | null;
  /** The metrics supplier's id of the fighter. */
  statid: number | null;
  losses: number | null;
  last_name: string;
  weight_class: WeightClass | null;
  title_holder: boolean;
  draws: number | null;
  first_name: string;
  fighter_status: FighterStatus;
  thumbnail: string;
  /** Past and present champions only. */
  belt_thumbnail?: string;
  city_residing: string | null;
  state_residing: string | null;
  country_residing: string | null;
  /** Birth date. */
  dob: string | null;
  store_link: string | null;
  /** Inches; 0 when not known. */
  height: number;
  /** The height in feet and inches, for reading. */
  height_ft: string | null;
  /** Pounds. */
  weight: number | null;
  /** Kilograms. */
  weight_kg: number | null;
  strengths: string | null;
  ko_tko_wins: number;
  submission_wins: number;
  decision_wins: number;
  AverageFightTime?: string | null;
  AverageFightTime_Seconds?: string | null;
  KDAverage?: string | null;
  /** Significant strikes landed per minute. */
  SLpM?: string | null;
  StrikingAccuracy?: string | null;
  /** Significant strikes absorbed per minute. */
  SApM?: string | null;
  StrikingDefense?: string | null;
  TakedownAverage?: string | null;
  TakedownAccuracy?: string | null;
  TakedownDefense?: string | null;
  SubmissionsAverage?: string | null;
  /** Mean of the division. */
  avg_SLpM: number | null;
  /** Maximum of the division. */
  max_SLpM: number | null;
  /** Mean of the division. */
  avg_SApM: number | null;
  /** Maximum of the division. */
  max_SApM: number | null;
  /** Mean of the division. */
  avg_TD: number | null;
  /** Maximum of the division. */
  max_TD: number | null;
  /** Mean of the division. */
  avg_submission_attempts: number | null;
  /** Maximum of the division. */
  max_submission_attempts: number | null;
  /** Newest first; left out when there are none. */
  fights?: CareerBout[];
}

export type FighterStatus = "Active" | "NotFighting" | (string & {});

export interface FighterV1 {
  id: number;
  /** Null, which is rare: the record is not known. */
  wins: number | null;
  /** The metrics supplier's id of the fighter. */
  statid: number | null;
  losses: number | null;
  last_name: string;
  weight_class: WeightClass | null;
  title_holder: boolean;
  draws: number | null;
  first_name: string;
  fighter_status: FighterStatus;
  thumbnail: string;
  /** Past and present champions only. */
  belt_thumbnail?: string;
}

export interface Health {
  /** Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503. */
  status: HealthStatus;
  version: HealthVersion;
  locale: HealthLocale;
  /** Clock of the server. */
  time: string;
}

export type HealthLocale = "es_US" | "en_US" | (string & {});

/** Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503. */
export type HealthStatus = "ok" | "degraded" | "down" | (string & {});

export type HealthVersion = "v3" | "v1" | (string & {});

export interface Instructions {
  title: string;
  /** HTML. */
  body: string;
  locale: InstructionsLocale;
}

export type InstructionsLocale = "es_US" | "en_US" | (string & {});

export interface Live {
  /** Whether the event is the live event. */
  live: boolean;
  event_id: number | null;
  title: string | null;
  /** HLS. */
  mobile_stream_url: string | null;
  starts_at: string | null;
  ends_at: string | null;
}

export interface LiveContent {
  event: Event | null;
  media: Media[];
  news: News[];
}

export interface LiveContentV1 {
  event: EventV1 | null;
  media: Media[];
  news: News[];
}

export interface LiveEventUrl {
  /** Null also while no stored event has the statid. */
  event_id: number | null;
  /** EventID in the feed. */
  statid: number | null;
  live_event_url: string | null;
}

export type LiveUpdate = BoutUpdate | EventUpdate;

export interface Media {
  id: number;
  media_date: string;
  type: MediaType;
  description: string;
  more_link_text: string;
  thumbnail: string;
  more_linkurl: string;
  /** Path on the video host, of an internal video. */
  internal_url: string;
  title: string;
  /** Whose player an embedded video needs; an open list. */
  embedded_type: string | null;
  /** Id of an embedded video at its host. */
  embedded_id: string | null;
  /** HLS. */
  mobile_stream_url: string | null;
  /** MP4. */
  mobile_video_url: string | null;
  last_modified: string;
  created: string;
  published_start_date: string;
  /** Slug; not necessarily unique. */
  url_name: string;
  keyword_ids: number[];
}

export interface MediaItem {
  id: number;
  media_date: string;
  type: MediaType;
  description: string;
  more_link_text: string;
  thumbnail: string;
  more_linkurl: string;
  /** Path on the video host, of an internal video. */
  internal_url: string;
  title: string;
  /** Whose player an embedded video needs; an open list. */
  embedded_type: string | null;
  /** Id of an embedded video at its host. */
  embedded_id: string | null;
  /** HLS. */
  mobile_stream_url: string | null;
  /** MP4. */
  mobile_video_url: string | null;
  last_modified: string;
  created: string;
  published_start_date: string;
  /** Slug; not necessarily unique. */
  url_name: string;
  keyword_ids: number[];
  /** The photos of a photo gallery, in its order. */
  photos: Photo[];
}

export type MediaType = "EMBEDDEDVIDEO" | "INTERNALVIDEO" | "PHOTOGALLERY" | (string & {});

export interface MetricsEntry {
  event_id: number;
  /** EventID in the feed. */
  statid: number;
  base_title: string;
  title_tag_line: string | null;
  event_dategmt: string;
  event_status: EventStatus;
  /** Null until a feed is received. */
  live_event_url: string | null;
  fm_fnt_feed_url: string;
}

export interface News {
  id: number;
  /** Caption of the link to an off-site article. */
  external_url_text: string;
  /** Address of an off-site article. */
  external_url: string;
  author: string | null;
  title: string;
  /** The leading media item. */
  article_media_id: number | null;
  /** The fighter the article is about. */
  article_fighter_id: number | null;
  article_date: string;
  thumbnail: string;
  /** Teaser; may hold HTML. */
  introduction: string;
  featured_news_category: string | null;
  last_modified: string;
  /** Slug; not necessarily unique. */
  url_name: string;
  created: string | null;
  /** A date in the future does not hide the article. */
  published_start_date: string | null;
  keyword_ids: number[];
}

export interface ParameterError {
  /** Name of a path or query parameter. */
  parameter: string;
  detail: string;
}

export interface Photo {
  id: number;
  thumbnail_path: string;
  path: string;
  caption: string;
  /** Place in the gallery, ascending. */
  gallery_order: number;
  /** The media item the photo belongs to. */
  media_id: number;
}

/** Place among the fighters of every division. */
export type PoundForPoundRank = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15" | (string & {});

export interface ProblemDetails {
  /** What kind of problem this is; the only member to tell problems apart by. */
  type: string;
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

/** Place in the division; `C` is its champion. */
export type Rank = "C" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15" | (string & {});

export interface RingPresenter {
  id: number;
  first_name: string;
  last_name: string;
  date_of_birth: string;
  /** Inches; 0 when not known. */
  height: number;
  /** Pounds; 0 when not known. */
  weight: number;
  city_residing: string;
  state_residing: string;
  country_residing: string;
  /** HTML. */
  biography1: string;
  /** HTML. */
  biography2: string;
  biography_header: string;
  short_description: string;
  quote: string;
  hobbies: string;
  favorite_foods: string;
  favoritetvshows: string;
  career_goals: string;
  /** Kept for existing clients; left empty. */
  turn_ons: string;
  /** Kept for existing clients; left empty. */
  ways_to_pick_up: string;
  banner_background_image: string;
  large_profile_picture: string;
  medium_profile_picture: string;
  twitter_username: string;
  twitter_hashtag: string;
  websiteurl: string;
  storeurl: string;
  youtube_channelurl: string;
  large_body_picture: string | null;
  twitter_feed_file_name: string | null;
  /** The media item about her. */
  octagon_girl_media_id: number | null;
  gallery: Photo[];
}

export interface Root {
  version: RootVersion;
  locale: RootLocale;
  /** Every route of this family. */
  routes: RootRoutesItem[];
}

export type RootLocale = "es_US" | "en_US" | (string & {});

export interface RootRoutesItem {
  name: string;
  method: RootRoutesItemMethod;
  /** Template with `:name` parameters; a segment in parentheses may be left out. */
  path: string;
}

export type RootRoutesItemMethod = "GET" | "POST" | (string & {});

export type RootVersion = "v3" | "v1" | (string & {});

export interface RoundScoring {
  event_id: number;
  statid: number | null;
  /** In the order of the card. */
  fights: ScoringFight[];
}

/** Exactly one of `fight_id` and `fight_statid` is given. */
export interface ScoreBody {
  event_id: number;
  round_num: number;
  fighter1_score: number;
  fighter2_score: number;
  /** An unguessable id the app made once; whoever knows it can change its scores. */
  client_id: string;
  fight_id?: number;
  fight_statid?: number;
}

export interface Scorecard {
  status: "ok";
  event_id: number;
  fight_id: number;
  round_num: number;
  fighter1_score: number;
  fighter2_score: number;
  /** An unguessable id the app made once; whoever knows it can change its scores. */
  client_id: string;
}

export interface ScoringFight {
  fight_id: number;
  fight_statid: number | null;
  fighter1_statid: number | null;
  fighter2_statid: number | null;
  fighter1_last_name: string | null;
  fighter2_last_name: string | null;
  /** 0 before the first. */
  current_round: number;
  /** One per scheduled round, ascending. */
  rounds: ScoringRound[];
}

export interface ScoringRound {
  round_num: number;
  /** Mean of the scorecards, rounded half up; 0.00 without one. */
  fighter1_score: string;
  /** Mean of the scorecards, rounded half up; 0.00 without one. */
  fighter2_score: string;
  scores_count: number;
  /** Whether the round takes scores now. */
  open: boolean;
}

export interface Stat {
  /** The metrics supplier's id of the fighter. */
  statid: number;
  stat: StatName;
  /** A number as a string; `m:ss` for the two fight times. */
  Value: string;
  Rank: number;
  Born: CountryKey;
  fighter_id: number | null;
  first_name: string | null;
  last_name: string | null;
  weight_class: WeightClass | null;
}

export type StatName = "AvgFightTimeLong" | "AvgFightTimeShort" | "TakedownsLanded" | "TakedownDefense" | "TakedownAccuracy" | "SubmissionAttempts" | "SubmissionAverage" | "SigStrikesLanded" | "SigStrikesAccuracy" | "Knockdowns" | "SLpM" | "SApM" | "PlusMinus" | "SigStrikingDefense" | "TotStrikesLanded" | (string & {});

export interface StatsFilters {
  weight_class: StatsFiltersWeightClassItem[];
  /** The countries that occur. */
  born_country: StatsFiltersBornCountryItem[];
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

export type StatsWeightKey = "all" | "wbw" | "hw" | "lhw" | "mw" | "ww" | "lw" | "bw" | "ftw" | "flw" | "wsw" | "wflw" | "wftw" | (string & {});

export interface Tickets {
  event_id: number;
  ticketurl: string;
  ticket_seller_name: string | null;
  /** A path, or words. */
  ticket_image: string;
  ticket_general_sale_date: string | null;
  ticket_general_sale_text: string;
}

export type TitleHolder = Champion | VacantTitle;

export type TitleHolderV1 = ChampionV1 | VacantTitleV1;

export interface Translation {
  /** Name of the bundle; an integer when it is numeric. */
  id: number | string;
  locale: TranslationLocale;
  /** Text by key. */
  translations: Record<string, string>;
}

export type TranslationLocale = "es_US" | (string & {});

export interface UpdateResult {
  status: "ok";
  EventID: string;
  /** Null for an event's snapshot. */
  FightID: string | null;
  /** The one now stored. */
  sequence: number;
  applied: boolean;
  /** Why the snapshot changed nothing. */
  reason: UpdateResultReason | null;
  /** Counts the event's applied snapshots of both kinds. */
  version: number;
}

export type UpdateResultReason = "duplicate" | "stale" | (string & {});

/** A division without a title holder. */
export interface VacantTitle {
  id: null;
  statid: null;
  wins: 0;
  losses: 0;
  draws: 0;
  /** Words that say the holder is to be determined. */
  first_name: string;
  last_name: null;
  fighter_status: null;
  weight_class: WeightClass;
  title_holder: true;
  belt_thumbnail: string;
  nickname: null;
  rank: null;
  pound_for_pound_rank: null;
  profile_image: string;
  link: string;
}

/** A division without a title holder. */
export interface VacantTitleV1 {
  id: null;
  statid: null;
  wins: 0;
  losses: 0;
  draws: 0;
  /** Words that say the holder is to be determined. */
  first_name: string;
  last_name: null;
  fighter_status: null;
  weight_class: WeightClass;
  title_holder: true;
  belt_thumbnail: string;
}

export interface Vote {
  fight_id: number;
  round_num: number;
  fighter_statid: number;
  /** An unguessable id the app made once; whoever knows it can move its votes. */
  client_id: string;
  voted: true;
  /** When the client's vote went to this fighter. */
  created: string;
}

export interface VoteBody {
  round_num: number;
  /** One of the fight's two. */
  fighter_statid: number;
  /** An unguessable id the app made once; whoever knows it can move its votes. */
  client_id: string;
}

export interface VoteRound {
  round_num: number;
  fighter1_votes: number;
  fighter2_votes: number;
  /** Rounded half up. */
  fighter1_percentage: string;
  /** The rest to 100.00; both 0.00 without votes. */
  fighter2_percentage: string;
}

export interface VoteTally {
  fight_id: number;
  fighter1_statid: number | null;
  fighter2_statid: number | null;
  /** Of all rounds. */
  total_votes: number;
  /** One per scheduled round, ascending. */
  rounds: VoteRound[];
}

export interface Watch {
  event_id: number;
  isppvevent: boolean;
  subtitle: string;
  trailer_url: string | null;
  /** HLS. */
  mobile_stream_url: string | null;
  event_time_text: string;
  /** For example `ETPT`, which goes with a time text in two parts. */
  event_time_zone_text: string;
  event_status: EventStatus;
}

/** A division; a fixed key, whose text is in the translations. */
export type WeightClass = "Flyweight" | "Bantamweight" | "Featherweight" | "Lightweight" | "Welterweight" | "Middleweight" | "Light_Heavyweight" | "Heavyweight" | "Women_Strawweight" | "Women_Flyweight" | "Women_Bantamweight" | "Women_Featherweight" | (string & {});

/** A division in the words of the metrics supplier, always English. */
export type WeightClassText = "Flyweight" | "Bantamweight" | "Featherweight" | "Lightweight" | "Welterweight" | "Middleweight" | "Light Heavyweight" | "Heavyweight" | "Women's Strawweight" | "Women's Flyweight" | "Women's Bantamweight" | "Women's Featherweight" | "Catch Weight" | "Open Weight" | "Super Heavyweight" | (string & {});
