// Made by `npm run generate` from the contracts. Do not edit.

package fightcard

import kotlinx.serialization.DeserializationStrategy
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonContentPolymorphicSerializer
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonObject

/** A message to everyone; listed until it expires. */
@Serializable
data class Alert(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Heading of the alert. */
    val title: String,
    /** Text of the alert. */
    val message: String,
    /** Where the alert leads. */
    val url: String?,
    /** Id of the event that the alert is about. */
    @SerialName("event_id") val eventId: Int?,
    /** When the alert was issued. */
    val created: String,
    /** When the alert leaves the list; null: never. */
    val expires: String?,
)

/** An article with its text and what belongs to it. */
@Serializable
data class Article(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Caption of the link to an off-site article. */
    @SerialName("external_url_text") val externalUrlText: String,
    /** Address of an off-site article. */
    @SerialName("external_url") val externalUrl: String,
    /** Who wrote it; null or empty when not known. */
    val author: String?,
    /** Heading of the article. */
    val title: String,
    /** Id of the leading media item. */
    @SerialName("article_media_id") val articleMediaId: Int?,
    /** Id of the fighter the article is about. */
    @SerialName("article_fighter_id") val articleFighterId: Int?,
    /** The day of the article. */
    @SerialName("article_date") val articleDate: String,
    /** Small image; empty when there is none. */
    val thumbnail: String,
    /** Teaser; may hold HTML. */
    val introduction: String,
    /** Category in which the article is featured. */
    @SerialName("featured_news_category") val featuredNewsCategory: String?,
    /** When the record was last changed. */
    @SerialName("last_modified") val lastModified: String,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    /** When the record was made. */
    val created: String?,
    /** From when; a date in the future does not hide the article. */
    @SerialName("published_start_date") val publishedStartDate: String?,
    /** Ids of the tags. */
    @SerialName("keyword_ids") val keywordIds: List<Long>,
    /** The whole article, in HTML. */
    val content: String,
    /** The leading media item. */
    @SerialName("article_media") val articleMedia: Media?,
    /** Articles on the same subject. */
    val related: List<News>,
    /** Fighters that the article names. */
    val fighters: List<Fighter>,
)

/** An article with its text and what belongs to it. */
@Serializable
data class ArticleV1(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Caption of the link to an off-site article. */
    @SerialName("external_url_text") val externalUrlText: String,
    /** Address of an off-site article. */
    @SerialName("external_url") val externalUrl: String,
    /** Who wrote it; null or empty when not known. */
    val author: String?,
    /** Heading of the article. */
    val title: String,
    /** Id of the leading media item. */
    @SerialName("article_media_id") val articleMediaId: Int?,
    /** Id of the fighter the article is about. */
    @SerialName("article_fighter_id") val articleFighterId: Int?,
    /** The day of the article. */
    @SerialName("article_date") val articleDate: String,
    /** Small image; empty when there is none. */
    val thumbnail: String,
    /** Teaser; may hold HTML. */
    val introduction: String,
    /** Category in which the article is featured. */
    @SerialName("featured_news_category") val featuredNewsCategory: String?,
    /** When the record was last changed. */
    @SerialName("last_modified") val lastModified: String,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    /** When the record was made. */
    val created: String?,
    /** From when; a date in the future does not hide the article. */
    @SerialName("published_start_date") val publishedStartDate: String?,
    /** Ids of the tags. */
    @SerialName("keyword_ids") val keywordIds: List<Long>,
    /** The whole article, in HTML. */
    val content: String,
    /** The leading media item. */
    @SerialName("article_media") val articleMedia: Media?,
    /** Articles on the same subject. */
    val related: List<News>,
    /** Fighters that the article names. */
    val fighters: List<FighterV1>,
)

/** A value in the body that does not fit. */
@Serializable
data class BodyError(
    /** JSON Pointer as a fragment; `#` is the whole body. */
    val pointer: String,
    /** What it must be, in the language of the family. */
    val detail: String,
) : ProblemDetailsErrorsItem

/** How many of these were tried. */
@Serializable
data class BoutAttempts(
    /** How many were tried, in digits; empty when not tracked. */
    @SerialName("Attempts") val attempts: String,
)

/** How many of these were tried. Members left out take their empty values. */
@Serializable
data class BoutAttemptsUpdate(
    /** How many were tried, in digits; empty when not tracked. */
    @SerialName("Attempts") val attempts: String? = null,
)

/** The statistics of one fighter. */
@Serializable
data class BoutCorner(
    /** The metrics supplier's id of the fighter. */
    @SerialName("FighterID") val fighterId: String,
    @SerialName("Strikes") val strikes: BoutStrikes,
    @SerialName("Grappling") val grappling: BoutGrappling,
    @SerialName("TIP") val tip: BoutTimes,
)

/** The statistics of one fighter. Members left out take their empty values. */
@Serializable
data class BoutCornerUpdate(
    /** The metrics supplier's id of the fighter. */
    @SerialName("FighterID") val fighterId: String? = null,
    @SerialName("Strikes") val strikes: BoutStrikesUpdate? = null,
    @SerialName("Grappling") val grappling: BoutGrapplingUpdate? = null,
    @SerialName("TIP") val tip: BoutTimesUpdate? = null,
)

/** The statistics of both fighters, by corner. */
@Serializable
data class BoutCorners(
    @SerialName("Red") val red: BoutCorner,
    @SerialName("Blue") val blue: BoutCorner,
)

/** The statistics of both fighters, by corner. Members left out take their empty values. */
@Serializable
data class BoutCornersUpdate(
    @SerialName("Red") val red: BoutCornerUpdate? = null,
    @SerialName("Blue") val blue: BoutCornerUpdate? = null,
)

/** The statistics of a bout. */
@Serializable
data class BoutFeed(
    /** Always "Stats". Marks the statistics of a bout. */
    @SerialName("Type") val type: String,
    /** When it was sent, `HH:MM:SS MM/DD/YYYY`; empty when not known. */
    @SerialName("Timestamp") val timestamp: String,
    @SerialName("FMLiveFeed") val fmLiveFeed: BoutLiveFeed,
) : FightMetricsLiveEvent

/** A fighter of the bout. */
@Serializable
data class BoutFighter(
    /** First and last name. */
    @SerialName("Name") val name: String,
    /** The metrics supplier's id of the fighter. */
    @SerialName("FighterID") val fighterId: String,
)

/** A fighter of the bout. Members left out take their empty values. */
@Serializable
data class BoutFighterUpdate(
    /** First and last name. */
    @SerialName("Name") val name: String? = null,
    /** The metrics supplier's id of the fighter. */
    @SerialName("FighterID") val fighterId: String? = null,
)

/** The two fighters, by corner. */
@Serializable
data class BoutFighters(
    @SerialName("Red") val red: BoutFighter,
    @SerialName("Blue") val blue: BoutFighter,
)

/** The two fighters, by corner. Members left out take their empty values. */
@Serializable
data class BoutFightersUpdate(
    @SerialName("Red") val red: BoutFighterUpdate? = null,
    @SerialName("Blue") val blue: BoutFighterUpdate? = null,
)

/** Takedowns, submissions, reversals and standups. */
@Serializable
data class BoutGrappling(
    @SerialName("Takedowns") val takedowns: BoutLandedOfAttempts,
    @SerialName("Submissions") val submissions: BoutAttempts,
    @SerialName("Reversals") val reversals: BoutLanded,
    @SerialName("Standups") val standups: BoutLanded,
)

/** Takedowns, submissions, reversals and standups. Members left out take their empty values. */
@Serializable
data class BoutGrapplingUpdate(
    @SerialName("Takedowns") val takedowns: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Submissions") val submissions: BoutAttemptsUpdate? = null,
    @SerialName("Reversals") val reversals: BoutLandedUpdate? = null,
    @SerialName("Standups") val standups: BoutLandedUpdate? = null,
)

/** How many of these succeeded. */
@Serializable
data class BoutLanded(
    /** How many succeeded, in digits; empty when not tracked. */
    @SerialName("Landed") val landed: String,
)

/** How many of these succeeded, and how many were tried. */
@Serializable
data class BoutLandedOfAttempts(
    /** How many succeeded, in digits; empty when not tracked. */
    @SerialName("Landed") val landed: String,
    /** How many were tried, in digits; empty when not tracked. */
    @SerialName("Attempts") val attempts: String,
)

/** How many of these succeeded, and how many were tried. Members left out take their empty values. */
@Serializable
data class BoutLandedOfAttemptsUpdate(
    /** How many succeeded, in digits; empty when not tracked. */
    @SerialName("Landed") val landed: String? = null,
    /** How many were tried, in digits; empty when not tracked. */
    @SerialName("Attempts") val attempts: String? = null,
)

/** How many of these succeeded. Members left out take their empty values. */
@Serializable
data class BoutLandedUpdate(
    /** How many succeeded, in digits; empty when not tracked. */
    @SerialName("Landed") val landed: String? = null,
)

/** The statistics of a bout, by round and in all. */
@Serializable
data class BoutLiveFeed(
    @SerialName("Fighters") val fighters: BoutFighters,
    @SerialName("RoundStats") val roundStats: BoutRounds,
    @SerialName("FightStats") val fightStats: BoutCorners,
    /** The metrics supplier's id of the event. */
    @SerialName("EventID") val eventId: String,
    /** Number of the round, in digits. */
    @SerialName("CurrentRound") val currentRound: String,
    /** The metrics supplier's id of the fight. */
    @SerialName("FightID") val fightId: String,
    /** Scheduled rounds, in digits. */
    @SerialName("MaxRounds") val maxRounds: String,
    /** Text of the title; empty when none is at stake. */
    @SerialName("Accolade") val accolade: String,
    /** Name of the referee. */
    @SerialName("Referee") val referee: String,
    /** Division in the words of the metrics supplier. */
    @SerialName("WeightClass") val weightClass: String,
    /** `official` at the end. */
    @SerialName("Status") val status: String,
    /** Clock of the round, `MM:SS`. */
    @SerialName("CurrentRoundTime") val currentRoundTime: String,
)

/** The statistics of a bout, by round and in all. Members left out take their empty values. */
@Serializable
data class BoutLiveFeedUpdate(
    @SerialName("Fighters") val fighters: BoutFightersUpdate? = null,
    @SerialName("RoundStats") val roundStats: BoutRoundsUpdate? = null,
    @SerialName("FightStats") val fightStats: BoutCornersUpdate? = null,
    /** The metrics supplier's id of the event. */
    @SerialName("EventID") val eventId: String,
    /** Number of the round, in digits. */
    @SerialName("CurrentRound") val currentRound: String? = null,
    /** The metrics supplier's id of the fight. */
    @SerialName("FightID") val fightId: String,
    /** Scheduled rounds, in digits. */
    @SerialName("MaxRounds") val maxRounds: String? = null,
    /** Text of the title; empty when none is at stake. */
    @SerialName("Accolade") val accolade: String? = null,
    /** Name of the referee. */
    @SerialName("Referee") val referee: String? = null,
    /** Division in the words of the metrics supplier. */
    @SerialName("WeightClass") val weightClass: String? = null,
    /** `official` at the end. */
    @SerialName("Status") val status: String? = null,
    /** Clock of the round, `MM:SS`. */
    @SerialName("CurrentRoundTime") val currentRoundTime: String? = null,
)

/** The statistics of each round. */
@Serializable
data class BoutRounds(
    @SerialName("Round1") val round1: BoutCorners,
    @SerialName("Round2") val round2: BoutCorners,
    @SerialName("Round3") val round3: BoutCorners,
    @SerialName("Round4") val round4: BoutCorners,
    @SerialName("Round5") val round5: BoutCorners,
)

/** The statistics of each round. Members left out take their empty values. */
@Serializable
data class BoutRoundsUpdate(
    @SerialName("Round1") val round1: BoutCornersUpdate? = null,
    @SerialName("Round2") val round2: BoutCornersUpdate? = null,
    @SerialName("Round3") val round3: BoutCornersUpdate? = null,
    @SerialName("Round4") val round4: BoutCornersUpdate? = null,
    @SerialName("Round5") val round5: BoutCornersUpdate? = null,
)

/** Strikes by kind, target and position. */
@Serializable
data class BoutStrikes(
    @SerialName("Knock Down") val knockDown: BoutLanded,
    @SerialName("Significant Strikes") val significantStrikes: BoutLandedOfAttempts,
    @SerialName("Total Strikes") val totalStrikes: BoutLandedOfAttempts,
    @SerialName("Punches") val punches: BoutLandedOfAttempts,
    @SerialName("Kicks") val kicks: BoutLandedOfAttempts,
    @SerialName("Distance Strikes") val distanceStrikes: BoutLandedOfAttempts,
    @SerialName("Clinch Significant Strikes") val clinchSignificantStrikes: BoutLandedOfAttempts,
    @SerialName("Ground Significant Strikes") val groundSignificantStrikes: BoutLandedOfAttempts,
    @SerialName("Clinch Total Strikes") val clinchTotalStrikes: BoutLandedOfAttempts,
    @SerialName("Ground Total Strikes") val groundTotalStrikes: BoutLandedOfAttempts,
    @SerialName("Head Significant Strikes") val headSignificantStrikes: BoutLandedOfAttempts,
    @SerialName("Body Significant Strikes") val bodySignificantStrikes: BoutLandedOfAttempts,
    @SerialName("Legs Significant Strikes") val legsSignificantStrikes: BoutLandedOfAttempts,
    @SerialName("Head Total Strikes") val headTotalStrikes: BoutLandedOfAttempts,
    @SerialName("Body Total Strikes") val bodyTotalStrikes: BoutLandedOfAttempts,
    @SerialName("Legs Total Strikes") val legsTotalStrikes: BoutLandedOfAttempts,
    @SerialName("Distance Head Strikes") val distanceHeadStrikes: BoutLandedOfAttempts,
    @SerialName("Distance Body Strikes") val distanceBodyStrikes: BoutLandedOfAttempts,
    @SerialName("Distance Leg Strikes") val distanceLegStrikes: BoutLandedOfAttempts,
    @SerialName("Clinch Head Strikes") val clinchHeadStrikes: BoutLandedOfAttempts,
    @SerialName("Clinch Body Strikes") val clinchBodyStrikes: BoutLandedOfAttempts,
    @SerialName("Clinch Leg Strikes") val clinchLegStrikes: BoutLandedOfAttempts,
    @SerialName("Ground Head Strikes") val groundHeadStrikes: BoutLandedOfAttempts,
    @SerialName("Ground Body Strikes") val groundBodyStrikes: BoutLandedOfAttempts,
    @SerialName("Ground Leg Strikes") val groundLegStrikes: BoutLandedOfAttempts,
    @SerialName("Distance Head Kicks") val distanceHeadKicks: BoutLandedOfAttempts,
    @SerialName("Distance Body Kicks") val distanceBodyKicks: BoutLandedOfAttempts,
    @SerialName("Distance Leg Kicks") val distanceLegKicks: BoutLandedOfAttempts,
    @SerialName("Distance Head Punches") val distanceHeadPunches: BoutLandedOfAttempts,
    @SerialName("Distance Body Punches") val distanceBodyPunches: BoutLandedOfAttempts,
    @SerialName("Clinch Significant Kicks") val clinchSignificantKicks: BoutLandedOfAttempts,
    @SerialName("Clinch Significant Punches") val clinchSignificantPunches: BoutLandedOfAttempts,
    @SerialName("Ground Significant Kicks") val groundSignificantKicks: BoutLandedOfAttempts,
    @SerialName("Ground Significant Punches") val groundSignificantPunches: BoutLandedOfAttempts,
)

/** Strikes by kind, target and position. Members left out take their empty values. */
@Serializable
data class BoutStrikesUpdate(
    @SerialName("Knock Down") val knockDown: BoutLandedUpdate? = null,
    @SerialName("Significant Strikes") val significantStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Total Strikes") val totalStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Punches") val punches: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Kicks") val kicks: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Distance Strikes") val distanceStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Clinch Significant Strikes") val clinchSignificantStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Ground Significant Strikes") val groundSignificantStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Clinch Total Strikes") val clinchTotalStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Ground Total Strikes") val groundTotalStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Head Significant Strikes") val headSignificantStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Body Significant Strikes") val bodySignificantStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Legs Significant Strikes") val legsSignificantStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Head Total Strikes") val headTotalStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Body Total Strikes") val bodyTotalStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Legs Total Strikes") val legsTotalStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Distance Head Strikes") val distanceHeadStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Distance Body Strikes") val distanceBodyStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Distance Leg Strikes") val distanceLegStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Clinch Head Strikes") val clinchHeadStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Clinch Body Strikes") val clinchBodyStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Clinch Leg Strikes") val clinchLegStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Ground Head Strikes") val groundHeadStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Ground Body Strikes") val groundBodyStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Ground Leg Strikes") val groundLegStrikes: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Distance Head Kicks") val distanceHeadKicks: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Distance Body Kicks") val distanceBodyKicks: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Distance Leg Kicks") val distanceLegKicks: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Distance Head Punches") val distanceHeadPunches: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Distance Body Punches") val distanceBodyPunches: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Clinch Significant Kicks") val clinchSignificantKicks: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Clinch Significant Punches") val clinchSignificantPunches: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Ground Significant Kicks") val groundSignificantKicks: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Ground Significant Punches") val groundSignificantPunches: BoutLandedOfAttemptsUpdate? = null,
)

/** Time in position. */
@Serializable
data class BoutTimes(
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Standing Time") val standingTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Ground Time") val groundTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Control Time") val controlTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Neutral Time") val neutralTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Ground Control Time") val groundControlTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Distance Time") val distanceTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Clinch Time") val clinchTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Misc. Ground Control Time") val miscGroundControlTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Guard Control Time") val guardControlTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Half Guard Control Time") val halfGuardControlTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Side Control Time") val sideControlTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Mount Control Time") val mountControlTime: String,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Back Control Time") val backControlTime: String,
)

/** Time in position. Members left out take their empty values. */
@Serializable
data class BoutTimesUpdate(
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Standing Time") val standingTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Ground Time") val groundTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Control Time") val controlTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Neutral Time") val neutralTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Ground Control Time") val groundControlTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Distance Time") val distanceTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Clinch Time") val clinchTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Misc. Ground Control Time") val miscGroundControlTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Guard Control Time") val guardControlTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Half Guard Control Time") val halfGuardControlTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Side Control Time") val sideControlTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Mount Control Time") val mountControlTime: String? = null,
    /** Time in this position, `MM:SS`; empty when not tracked. */
    @SerialName("Back Control Time") val backControlTime: String? = null,
)

/** A whole snapshot of a bout's statistics. */
@Serializable
data class BoutUpdate(
    /** Grows with every snapshot of the bout. */
    val sequence: Long,
    /** Always "Stats". Marks the statistics of a bout. */
    @SerialName("Type") val type: String,
    /** When it was sent, `HH:MM:SS MM/DD/YYYY`; empty when not known. */
    @SerialName("Timestamp") val timestamp: String? = null,
    @SerialName("FMLiveFeed") val fmLiveFeed: BoutLiveFeedUpdate,
) : LiveUpdate

/** A bout of a fighter's career. */
@Serializable
data class CareerBout(
    /** The metrics supplier's id of the fight. */
    val statid: String,
    /** The event of the bout. */
    @SerialName("Event") val event: CareerBoutEvent,
    /** Pounds at the weigh-in; null when not known. */
    @SerialName("WeighIn") val weighIn: String?,
    /** Division of the bout. */
    @SerialName("WeightClass") val weightClass: CareerBoutWeightClass,
    /** 1: the bout had the knock-out of the night. */
    @SerialName("KOOfTheNight") val koOfTheNight: Int,
    /** 1: the bout had the submission of the night. */
    @SerialName("SubmissionOfTheNight") val submissionOfTheNight: Int,
    /** 1: the bout had the performance of the night. */
    @SerialName("PerformanceOfTheNight") val performanceOfTheNight: Int,
    /** How the bout ended. */
    @SerialName("Result") val result: CareerBoutResult,
    /** The other fighter. */
    @SerialName("Opponent") val opponent: CareerBoutOpponent,
)

/** The event of the bout. */
@Serializable
data class CareerBoutEvent(
    /** Title of the event. */
    @SerialName("Name") val name: String,
    /** The day where the event took place. */
    @SerialName("Date") val date: String,
)

/** The other fighter. */
@Serializable
data class CareerBoutOpponent(
    /** The metrics supplier's id of the opponent. */
    val statid: String,
    /** First name. */
    @SerialName("FirstName") val firstName: String,
    /** Last name. */
    @SerialName("LastName") val lastName: String,
    /** Nickname. */
    @SerialName("NickName") val nickName: String?,
    /** Pounds. */
    @SerialName("Weight") val weight: String?,
    /** Pounds at the weigh-in. */
    @SerialName("WeighIn") val weighIn: String?,
    /** Whether the opponent had the performance of the night, `0` or `1`. */
    @SerialName("PerformanceOfTheNight") val performanceOfTheNight: String?,
    /** Whether the opponent had the submission of the night, `0` or `1`. */
    @SerialName("SubmissionOfTheNight") val submissionOfTheNight: String?,
    /** Whether the opponent had the knock-out of the night, `0` or `1`. */
    @SerialName("KOOfTheNight") val koOfTheNight: String?,
    /** Image of the opponent. */
    @SerialName("profile_image") val profileImage: String?,
)

/** How the bout ended. */
@Serializable
data class CareerBoutResult(
    /** The metrics supplier's id of the outcome. */
    @SerialName("OutcomeID") val outcomeId: String?,
    @SerialName("Outcome") val outcome: CareerOutcome,
    /** Number of the last round. */
    @SerialName("EndingRound") val endingRound: String?,
    /** Time of the last round, `m:ss`. */
    @SerialName("EndingTime") val endingTime: String?,
    /** How the bout ended. */
    @SerialName("Method") val method: String?,
    /** `1`: the bout was the fight of the night. */
    @SerialName("FightOfTheNight") val fightOfTheNight: CareerBoutResultFightOfTheNight?,
    /** The submission that ended the bout. */
    @SerialName("Submission") val submission: String?,
    /** The strike that ended the bout. */
    @SerialName("EndStrike") val endStrike: String?,
)

@Serializable
@JvmInline
value class CareerBoutResultFightOfTheNight(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Value0: CareerBoutResultFightOfTheNight = CareerBoutResultFightOfTheNight("0")
        val Value1: CareerBoutResultFightOfTheNight = CareerBoutResultFightOfTheNight("1")

        val known: List<CareerBoutResultFightOfTheNight> = listOf(Value0, Value1)
    }
}

/** Division of the bout. */
@Serializable
data class CareerBoutWeightClass(
    @SerialName("Description") val description: WeightClassText,
)

/** How a bout of the career ended for the fighter. */
@Serializable
@JvmInline
value class CareerOutcome(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Win: CareerOutcome = CareerOutcome("Win")
        val Loss: CareerOutcome = CareerOutcome("Loss")
        val Draw: CareerOutcome = CareerOutcome("Draw")
        val NoContest: CareerOutcome = CareerOutcome("No Contest")

        val known: List<CareerOutcome> = listOf(Win, Loss, Draw, NoContest)
    }
}

/** A title holder's row in the list of title holders. */
@Serializable
data class Champion(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Nickname; null when there is none. */
    val nickname: String?,
    /** Bouts won; null when not known, which is rare. */
    val wins: Long?,
    /** Bouts lost; null when not known. */
    val losses: Long?,
    /** Draws; null when not known. */
    val draws: Long?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    val statid: Int?,
    /** Last name. */
    @SerialName("last_name") val lastName: String,
    /** First name. */
    @SerialName("first_name") val firstName: String,
    @SerialName("weight_class") val weightClass: WeightClass,
    /** Always true. The row is about the title of the division. */
    @SerialName("title_holder") val titleHolder: Boolean,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    /** Always "C". The champion of the division. */
    val rank: String,
    /** Small image of the fighter. */
    val thumbnail: String,
    /** Image of the fighter for the profile. */
    @SerialName("profile_image") val profileImage: String,
    /** Small image of the belt. */
    @SerialName("belt_thumbnail") val beltThumbnail: String,
    /** Image from head to foot, for the left side. */
    @SerialName("left_full_body_image") val leftFullBodyImage: String? = null,
    /** Image from head to foot, for the right side. */
    @SerialName("right_full_body_image") val rightFullBodyImage: String? = null,
    /** Web page of the fighter, the slug after `/fighter/`. */
    val link: String,
) : TitleHolder

/** A title holder's row in the list of title holders. */
@Serializable
data class ChampionV1(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Bouts won; null when not known, which is rare. */
    val wins: Long?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    val statid: Int?,
    /** Bouts lost; null when not known. */
    val losses: Long?,
    /** Last name. */
    @SerialName("last_name") val lastName: String,
    @SerialName("weight_class") val weightClass: WeightClass,
    /** Always true. The row is about the title of the division. */
    @SerialName("title_holder") val titleHolder: Boolean,
    /** Draws; null when not known. */
    val draws: Long?,
    /** First name. */
    @SerialName("first_name") val firstName: String,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    /** Small image of the fighter. */
    val thumbnail: String,
    /** Small image of the belt. */
    @SerialName("belt_thumbnail") val beltThumbnail: String,
) : TitleHolderV1

/** Where the audience chats. */
@Serializable
data class Chat(
    /** Whether there is a chat now. */
    val enabled: Boolean,
    /** Address of the chat. */
    val url: String?,
    /** Id of the event that the chat is about. */
    @SerialName("event_id") val eventId: Int?,
)

/** A three-letter sport code. */
typealias CountryKey = String

/** Where an event is discussed. */
@Serializable
data class Discussion(
    /** Id of the event. */
    @SerialName("event_id") val eventId: Int,
    /** Both parts of the title of the event. */
    val title: String,
    /** Address of the discussion. */
    val url: String?,
    /** Hashtag on Twitter; empty when there is none. */
    @SerialName("twitter_hashtag") val twitterHashtag: String,
    /** Whether comments are taken. */
    @SerialName("comments_enabled") val commentsEnabled: Boolean,
)

/** An event as lists have it. */
@Serializable
data class Event(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** The day where the event takes place. */
    @SerialName("event_date") val eventDate: String,
    /** Second large image; empty when there is none. */
    @SerialName("secondary_feature_image") val secondaryFeatureImage: String,
    /** Image of the ticket: a path, or words; empty when there is none. */
    @SerialName("ticket_image") val ticketImage: String,
    /** Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none. */
    @SerialName("event_time_zone_text") val eventTimeZoneText: String,
    /** A line about the event; empty when there is none. */
    @SerialName("short_description") val shortDescription: String,
    /** Start of the event. */
    @SerialName("event_dategmt") val eventDategmt: String,
    /** End of the event. */
    @SerialName("end_event_dategmt") val endEventDategmt: String,
    /** Where tickets are sold; empty when nowhere. */
    val ticketurl: String,
    /** Who sells tickets. */
    @SerialName("ticket_seller_name") val ticketSellerName: String?,
    /** Title of the event. */
    @SerialName("base_title") val baseTitle: String,
    /** Second part of the title. */
    @SerialName("title_tag_line") val titleTagLine: String?,
    /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
    val statid: Int?,
    /** Large image; empty when there is none. */
    @SerialName("feature_image") val featureImage: String,
    /** Line under the title. */
    val subtitle: String,
    @SerialName("event_status") val eventStatus: EventStatus,
    /** The hall; empty when not known. */
    val arena: String,
    /** City and country or state; empty when not known. */
    val location: String,
    /** Start for reading, such as `10PM/7PM`; empty when not known. */
    @SerialName("event_time_text") val eventTimeText: String,
    /** Hashtag on Twitter; empty when there is none. */
    @SerialName("twitter_hashtag") val twitterHashtag: String,
    /** From when everyone can buy tickets; null when not known. */
    @SerialName("ticket_general_sale_date") val ticketGeneralSaleDate: String?,
    /** The same for reading, or words that there is no such date. */
    @SerialName("ticket_general_sale_text") val ticketGeneralSaleText: String,
    /** Whether the event is pay-per-view. */
    val isppvevent: Boolean,
    /** Whether one can listen to the corners. */
    @SerialName("corner_audio_available") val cornerAudioAvailable: Boolean,
    /** Sound of the blue corner; set only with corner audio. */
    @SerialName("corner_audio_blue_stream_url") val cornerAudioBlueStreamUrl: String?,
    /** Sound of the red corner; set only with corner audio. */
    @SerialName("corner_audio_red_stream_url") val cornerAudioRedStreamUrl: String?,
    /** Address of the trailer. */
    @SerialName("trailer_url") val trailerUrl: String?,
    /** When the record was last changed. */
    @SerialName("last_modified") val lastModified: String,
    /** When the record was made. */
    val created: String?,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    /** Address of the live feed; its id is -1 when there is none. */
    @SerialName("fm_fnt_feed_url") val fmFntFeedUrl: String,
    /** Id of fighter 1 of the main event. */
    @SerialName("main_event_fighter1_id") val mainEventFighter1Id: Int? = null,
    /** Id of fighter 2 of the main event. */
    @SerialName("main_event_fighter2_id") val mainEventFighter2Id: Int? = null,
    /** Degrees north of the equator. */
    val latitude: Double? = null,
    /** Degrees east of Greenwich. */
    val longitude: Double? = null,
)

/** An event with its card. */
@Serializable
data class EventDetail(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** The day where the event takes place. */
    @SerialName("event_date") val eventDate: String,
    /** Second large image; empty when there is none. */
    @SerialName("secondary_feature_image") val secondaryFeatureImage: String,
    /** Image of the ticket: a path, or words; empty when there is none. */
    @SerialName("ticket_image") val ticketImage: String,
    /** Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none. */
    @SerialName("event_time_zone_text") val eventTimeZoneText: String,
    /** A line about the event; empty when there is none. */
    @SerialName("short_description") val shortDescription: String,
    /** Start of the event. */
    @SerialName("event_dategmt") val eventDategmt: String,
    /** End of the event. */
    @SerialName("end_event_dategmt") val endEventDategmt: String,
    /** Where tickets are sold; empty when nowhere. */
    val ticketurl: String,
    /** Who sells tickets. */
    @SerialName("ticket_seller_name") val ticketSellerName: String?,
    /** Title of the event. */
    @SerialName("base_title") val baseTitle: String,
    /** Second part of the title. */
    @SerialName("title_tag_line") val titleTagLine: String?,
    /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
    val statid: Int?,
    /** Large image; empty when there is none. */
    @SerialName("feature_image") val featureImage: String,
    /** Line under the title. */
    val subtitle: String,
    @SerialName("event_status") val eventStatus: EventStatus,
    /** The hall; empty when not known. */
    val arena: String,
    /** City and country or state; empty when not known. */
    val location: String,
    /** Start for reading, such as `10PM/7PM`; empty when not known. */
    @SerialName("event_time_text") val eventTimeText: String,
    /** Hashtag on Twitter; empty when there is none. */
    @SerialName("twitter_hashtag") val twitterHashtag: String,
    /** From when everyone can buy tickets; null when not known. */
    @SerialName("ticket_general_sale_date") val ticketGeneralSaleDate: String?,
    /** The same for reading, or words that there is no such date. */
    @SerialName("ticket_general_sale_text") val ticketGeneralSaleText: String,
    /** Whether the event is pay-per-view. */
    val isppvevent: Boolean,
    /** Whether one can listen to the corners. */
    @SerialName("corner_audio_available") val cornerAudioAvailable: Boolean,
    /** Sound of the blue corner; set only with corner audio. */
    @SerialName("corner_audio_blue_stream_url") val cornerAudioBlueStreamUrl: String?,
    /** Sound of the red corner; set only with corner audio. */
    @SerialName("corner_audio_red_stream_url") val cornerAudioRedStreamUrl: String?,
    /** Address of the trailer. */
    @SerialName("trailer_url") val trailerUrl: String?,
    /** When the record was last changed. */
    @SerialName("last_modified") val lastModified: String,
    /** When the record was made. */
    val created: String?,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    /** Address of the live feed; its id is -1 when there is none. */
    @SerialName("fm_fnt_feed_url") val fmFntFeedUrl: String,
    /** Id of fighter 1 of the main event. */
    @SerialName("main_event_fighter1_id") val mainEventFighter1Id: Int? = null,
    /** Id of fighter 2 of the main event. */
    @SerialName("main_event_fighter2_id") val mainEventFighter2Id: Int? = null,
    /** Degrees north of the equator. */
    val latitude: Double? = null,
    /** Degrees east of Greenwich. */
    val longitude: Double? = null,
    /** The card, main event first. */
    val fights: List<Fight>,
)

/** An event with its card. */
@Serializable
data class EventDetailV1(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** The day where the event takes place. */
    @SerialName("event_date") val eventDate: String,
    /** Second large image; empty when there is none. */
    @SerialName("secondary_feature_image") val secondaryFeatureImage: String,
    /** Image of the ticket: a path, or words; empty when there is none. */
    @SerialName("ticket_image") val ticketImage: String,
    /** Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none. */
    @SerialName("event_time_zone_text") val eventTimeZoneText: String,
    /** A line about the event; empty when there is none. */
    @SerialName("short_description") val shortDescription: String,
    /** Start of the event. */
    @SerialName("event_dategmt") val eventDategmt: String,
    /** End of the event. */
    @SerialName("end_event_dategmt") val endEventDategmt: String,
    /** Where tickets are sold; empty when nowhere. */
    val ticketurl: String,
    /** Who sells tickets. */
    @SerialName("ticket_seller_name") val ticketSellerName: String?,
    /** Title of the event. */
    @SerialName("base_title") val baseTitle: String,
    /** Second part of the title. */
    @SerialName("title_tag_line") val titleTagLine: String?,
    /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
    val statid: Int?,
    /** Large image; empty when there is none. */
    @SerialName("feature_image") val featureImage: String,
    /** Line under the title. */
    val subtitle: String,
    @SerialName("event_status") val eventStatus: EventStatus,
    /** The hall; empty when not known. */
    val arena: String,
    /** City and country or state; empty when not known. */
    val location: String,
    /** Start for reading, such as `10PM/7PM`; empty when not known. */
    @SerialName("event_time_text") val eventTimeText: String,
    /** The card, main event first. */
    val fights: List<Fight>,
)

/** The feed of an event. */
@Serializable
data class EventFeed(
    @SerialName("FMLiveFeed") val fmLiveFeed: EventLiveFeed,
) : FightMetricsLiveEvent

/** An event with its card and what happened so far. */
@Serializable
data class EventLiveFeed(
    /** The metrics supplier's id of the event. */
    @SerialName("EventID") val eventId: String,
    /** When it was sent, `YYYY/MM/DD HH:MM:SS`. */
    @SerialName("Timestamp") val timestamp: String,
    /** The day where the event takes place, `YYYY-MM-DD`. */
    @SerialName("Date") val date: String,
    /** Start, `HH:MM:SS`. */
    @SerialName("Time") val time: String,
    /** Start, `YYYY-MM-DDTHH:MMZ`. */
    @SerialName("GMT") val gmt: String,
    /** The hall. */
    @SerialName("Venue") val venue: String,
    /** Country; empty when not known. */
    @SerialName("Country") val country: String,
    /** City; empty when not known. */
    @SerialName("City") val city: String,
    /** FightID of the fight in progress; empty when there is none. */
    @SerialName("CurFight") val curFight: String,
    /** When the event began, `HH:MM:SS`; empty before. */
    @SerialName("EventStart") val eventStart: String,
    /** When the event ended, `HH:MM:SS`; empty before. */
    @SerialName("EventEnd") val eventEnd: String,
    /** The fights in the order received, which need not be that of the card. */
    @SerialName("Fights") val fights: List<FeedFight>,
)

/** An event with its card and what happened so far. Members left out take their empty values. */
@Serializable
data class EventLiveFeedUpdate(
    /** The metrics supplier's id of the event. */
    @SerialName("EventID") val eventId: String,
    /** When it was sent, `YYYY/MM/DD HH:MM:SS`. */
    @SerialName("Timestamp") val timestamp: String? = null,
    /** The day where the event takes place, `YYYY-MM-DD`. */
    @SerialName("Date") val date: String? = null,
    /** Start, `HH:MM:SS`. */
    @SerialName("Time") val time: String? = null,
    /** Start, `YYYY-MM-DDTHH:MMZ`. */
    @SerialName("GMT") val gmt: String? = null,
    /** The hall. */
    @SerialName("Venue") val venue: String? = null,
    /** Country; empty when not known. */
    @SerialName("Country") val country: String? = null,
    /** City; empty when not known. */
    @SerialName("City") val city: String? = null,
    /** FightID of the fight in progress; empty when there is none. */
    @SerialName("CurFight") val curFight: String? = null,
    /** When the event began, `HH:MM:SS`; empty before. */
    @SerialName("EventStart") val eventStart: String? = null,
    /** When the event ended, `HH:MM:SS`; empty before. */
    @SerialName("EventEnd") val eventEnd: String? = null,
    /** The fights in the order received, which need not be that of the card. */
    @SerialName("Fights") val fights: List<FeedFightUpdate>? = null,
)

/** Announced (the card is not final), finalized (it is), running, or over; as stored, not as the feed says. */
@Serializable
@JvmInline
value class EventStatus(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Announced: EventStatus = EventStatus("ANNOUNCED")
        val Finalized: EventStatus = EventStatus("FINALIZED")
        val Live: EventStatus = EventStatus("LIVE")
        val PostEvent: EventStatus = EventStatus("POST_EVENT")

        val known: List<EventStatus> = listOf(Announced, Finalized, Live, PostEvent)
    }
}

/** A whole snapshot of an event. */
@Serializable
data class EventUpdate(
    /** Grows with every snapshot of the event. */
    val sequence: Long,
    @SerialName("FMLiveFeed") val fmLiveFeed: EventLiveFeedUpdate,
) : LiveUpdate

/** An event as lists of version 1 have it. */
@Serializable
data class EventV1(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** The day where the event takes place. */
    @SerialName("event_date") val eventDate: String,
    /** Second large image; empty when there is none. */
    @SerialName("secondary_feature_image") val secondaryFeatureImage: String,
    /** Image of the ticket: a path, or words; empty when there is none. */
    @SerialName("ticket_image") val ticketImage: String,
    /** Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none. */
    @SerialName("event_time_zone_text") val eventTimeZoneText: String,
    /** A line about the event; empty when there is none. */
    @SerialName("short_description") val shortDescription: String,
    /** Start of the event. */
    @SerialName("event_dategmt") val eventDategmt: String,
    /** End of the event. */
    @SerialName("end_event_dategmt") val endEventDategmt: String,
    /** Where tickets are sold; empty when nowhere. */
    val ticketurl: String,
    /** Who sells tickets. */
    @SerialName("ticket_seller_name") val ticketSellerName: String?,
    /** Title of the event. */
    @SerialName("base_title") val baseTitle: String,
    /** Second part of the title. */
    @SerialName("title_tag_line") val titleTagLine: String?,
    /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
    val statid: Int?,
    /** Large image; empty when there is none. */
    @SerialName("feature_image") val featureImage: String,
    /** Line under the title. */
    val subtitle: String,
    @SerialName("event_status") val eventStatus: EventStatus,
    /** The hall; empty when not known. */
    val arena: String,
    /** City and country or state; empty when not known. */
    val location: String,
    /** Start for reading, such as `10PM/7PM`; empty when not known. */
    @SerialName("event_time_text") val eventTimeText: String,
)

/** Something that happened in a fight. */
@Serializable
data class FeedAction(
    /** The metrics supplier's id of the action. */
    @SerialName("ActionID") val actionId: String,
    /** What happened, such as `Round_Start`, `Takedown` or `Fight_Over`; an open list. */
    @SerialName("Type") val type: String,
    /** When it happened. */
    @SerialName("Time") val time: String,
    /** When it happened by the clock of the broadcast truck, `HH:MM:SS`. */
    @SerialName("TruckTime") val truckTime: String,
    /** The metrics supplier's id of the fighter who did it; `0` for neither. */
    @SerialName("Fighter") val fighter: String,
    /** Number of the round; `0` outside of rounds. */
    @SerialName("Round") val round: String,
)

/** Something that happened in a fight. Members left out take their empty values. */
@Serializable
data class FeedActionUpdate(
    /** The metrics supplier's id of the action. */
    @SerialName("ActionID") val actionId: String,
    /** What happened, such as `Round_Start`, `Takedown` or `Fight_Over`; an open list. */
    @SerialName("Type") val type: String? = null,
    /** When it happened. */
    @SerialName("Time") val time: String? = null,
    /** When it happened by the clock of the broadcast truck, `HH:MM:SS`. */
    @SerialName("TruckTime") val truckTime: String? = null,
    /** The metrics supplier's id of the fighter who did it; `0` for neither. */
    @SerialName("Fighter") val fighter: String? = null,
    /** Number of the round; `0` outside of rounds. */
    @SerialName("Round") val round: String? = null,
)

/** Where the fighter was born. */
@Serializable
data class FeedBorn(
    /** City; empty when not known. */
    @SerialName("City") val city: String,
    /** State; empty when not known. */
    @SerialName("State") val state: String,
    /** Country; empty when not known. */
    @SerialName("Country") val country: String,
    /** Three-letter code of the country; empty when not known. */
    @SerialName("TriCode") val triCode: String,
)

/** Where the fighter was born. Members left out take their empty values. */
@Serializable
data class FeedBornUpdate(
    /** City; empty when not known. */
    @SerialName("City") val city: String? = null,
    /** State; empty when not known. */
    @SerialName("State") val state: String? = null,
    /** Country; empty when not known. */
    @SerialName("Country") val country: String? = null,
    /** Three-letter code of the country; empty when not known. */
    @SerialName("TriCode") val triCode: String? = null,
)

/** A fight on the card. */
@Serializable
data class FeedFight(
    /** The metrics supplier's id of the fight. */
    @SerialName("FightID") val fightId: String,
    /** Place on the card; `1` is the main event. */
    @SerialName("Order") val order: String,
    /** Text of the title; empty when none is at stake. */
    @SerialName("AccoladeName") val accoladeName: String,
    /** The metrics supplier's id of the division. */
    @SerialName("WeightClassID") val weightClassId: String,
    /** Division in the words of the metrics supplier. */
    @SerialName("WeightClassName") val weightClassName: String,
    /** `Upcoming` before the start, `closed` after the end. */
    @SerialName("Status") val status: String,
    /** Scheduled rounds, in digits. */
    @SerialName("PossibleRds") val possibleRds: String,
    /** Number of the round, in digits; empty before the first. */
    @SerialName("CurRd") val curRd: String,
    /** The two fighters: blue, then red. */
    @SerialName("Fighters") val fighters: List<FeedFighter>,
    /** How the fight ended: `DEC`, `SUB` or a form of knock-out; empty before the end. */
    @SerialName("Method") val method: String,
    /** Number of the last round; null or empty before the end. */
    @SerialName("EndingRoundNum") val endingRoundNum: String?,
    /** What happened, in the order received. */
    @SerialName("FightActions") val fightActions: List<FeedAction>,
)

/** A fight on the card. Members left out take their empty values. */
@Serializable
data class FeedFightUpdate(
    /** The metrics supplier's id of the fight. */
    @SerialName("FightID") val fightId: String,
    /** Place on the card; `1` is the main event. */
    @SerialName("Order") val order: String? = null,
    /** Text of the title; empty when none is at stake. */
    @SerialName("AccoladeName") val accoladeName: String? = null,
    /** The metrics supplier's id of the division. */
    @SerialName("WeightClassID") val weightClassId: String? = null,
    /** Division in the words of the metrics supplier. */
    @SerialName("WeightClassName") val weightClassName: String? = null,
    /** `Upcoming` before the start, `closed` after the end. */
    @SerialName("Status") val status: String? = null,
    /** Scheduled rounds, in digits. */
    @SerialName("PossibleRds") val possibleRds: String? = null,
    /** Number of the round, in digits; empty before the first. */
    @SerialName("CurRd") val curRd: String? = null,
    /** The two fighters: blue, then red. */
    @SerialName("Fighters") val fighters: List<FeedFighterUpdate>? = null,
    /** How the fight ended: `DEC`, `SUB` or a form of knock-out; empty before the end. */
    @SerialName("Method") val method: String? = null,
    /** Number of the last round; null or empty before the end. */
    @SerialName("EndingRoundNum") val endingRoundNum: String? = null,
    /** What happened, in the order received. */
    @SerialName("FightActions") val fightActions: List<FeedActionUpdate>? = null,
)

/** A fighter of a fight on the card. */
@Serializable
data class FeedFighter(
    /** The metrics supplier's id of the fighter. */
    @SerialName("FighterID") val fighterId: String,
    /** Corner: `Blue` or `Red`. */
    @SerialName("Color") val color: String,
    /** First name. */
    @SerialName("FirstName") val firstName: String,
    /** Last name. */
    @SerialName("LastName") val lastName: String,
    /** First letter of the first name, and the last name. */
    @SerialName("ShortName") val shortName: String,
    /** First and last name. */
    @SerialName("FullName") val fullName: String,
    /** Nickname; empty when there is none. */
    @SerialName("NickName") val nickName: String,
    @SerialName("Record") val record: FeedRecord,
    @SerialName("FightsOutOf") val fightsOutOf: FeedFightsOutOf,
    @SerialName("Born") val born: FeedBorn,
    /** Birth date, `YYYY-MM-DD`; empty when not known. */
    @SerialName("DOB") val dob: String,
    /** Inches; empty when not known. */
    @SerialName("Height") val height: String,
    /** Pounds; empty when not known. */
    @SerialName("Weight") val weight: String,
    /** `Orthodox`, `Southpaw` or `Switch`; empty when not known. */
    @SerialName("Stance") val stance: String,
    /** `Win` or `Loss`; empty before the end. */
    @SerialName("Outcome") val outcome: String,
)

/** A fighter of a fight on the card. Members left out take their empty values. */
@Serializable
data class FeedFighterUpdate(
    /** The metrics supplier's id of the fighter. */
    @SerialName("FighterID") val fighterId: String,
    /** Corner: `Blue` or `Red`. */
    @SerialName("Color") val color: String? = null,
    /** First name. */
    @SerialName("FirstName") val firstName: String? = null,
    /** Last name. */
    @SerialName("LastName") val lastName: String? = null,
    /** First letter of the first name, and the last name. */
    @SerialName("ShortName") val shortName: String? = null,
    /** First and last name. */
    @SerialName("FullName") val fullName: String? = null,
    /** Nickname; empty when there is none. */
    @SerialName("NickName") val nickName: String? = null,
    @SerialName("Record") val record: FeedRecordUpdate? = null,
    @SerialName("FightsOutOf") val fightsOutOf: FeedFightsOutOfUpdate? = null,
    @SerialName("Born") val born: FeedBornUpdate? = null,
    /** Birth date, `YYYY-MM-DD`; empty when not known. */
    @SerialName("DOB") val dob: String? = null,
    /** Inches; empty when not known. */
    @SerialName("Height") val height: String? = null,
    /** Pounds; empty when not known. */
    @SerialName("Weight") val weight: String? = null,
    /** `Orthodox`, `Southpaw` or `Switch`; empty when not known. */
    @SerialName("Stance") val stance: String? = null,
    /** `Win` or `Loss`; empty before the end. */
    @SerialName("Outcome") val outcome: String? = null,
)

/** The place that the fighter fights out of. */
@Serializable
data class FeedFightsOutOf(
    /** City; empty when not known. */
    @SerialName("City") val city: String,
    /** State; empty when not known. */
    @SerialName("State") val state: String,
    /** Country; empty when not known. */
    @SerialName("Country") val country: String,
    /** Three-letter code of the country; empty when not known. */
    @SerialName("TriCode") val triCode: String,
)

/** The place that the fighter fights out of. Members left out take their empty values. */
@Serializable
data class FeedFightsOutOfUpdate(
    /** City; empty when not known. */
    @SerialName("City") val city: String? = null,
    /** State; empty when not known. */
    @SerialName("State") val state: String? = null,
    /** Country; empty when not known. */
    @SerialName("Country") val country: String? = null,
    /** Three-letter code of the country; empty when not known. */
    @SerialName("TriCode") val triCode: String? = null,
)

/** The career so far. */
@Serializable
data class FeedRecord(
    /** Bouts in all, in digits; empty when not known. */
    @SerialName("TotFights") val totFights: String,
    /** Bouts won, in digits; empty when not known. */
    @SerialName("Win") val win: String,
    /** Bouts lost, in digits; empty when not known. */
    @SerialName("Loss") val loss: String,
    /** Draws, in digits; empty when not known. */
    @SerialName("Draw") val draw: String,
    /** Bouts without a contest, in digits; empty when not known. */
    @SerialName("NC") val nc: String,
)

/** The career so far. Members left out take their empty values. */
@Serializable
data class FeedRecordUpdate(
    /** Bouts in all, in digits; empty when not known. */
    @SerialName("TotFights") val totFights: String? = null,
    /** Bouts won, in digits; empty when not known. */
    @SerialName("Win") val win: String? = null,
    /** Bouts lost, in digits; empty when not known. */
    @SerialName("Loss") val loss: String? = null,
    /** Draws, in digits; empty when not known. */
    @SerialName("Draw") val draw: String? = null,
    /** Bouts without a contest, in digits; empty when not known. */
    @SerialName("NC") val nc: String? = null,
)

/** A fight on the card of an event. */
@Serializable
data class Fight(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Id of the event. */
    @SerialName("event_id") val eventId: Int,
    /** The metrics supplier's id of the fight, FightID in the feed. */
    val statid: Int?,
    /** Place on the card; 1 is the main event. */
    @SerialName("fightcard_order") val fightcardOrder: Long,
    /** Words about the fight. */
    @SerialName("fight_description") val fightDescription: String?,
    /** Whether a title is at stake. */
    @SerialName("is_title_fight") val isTitleFight: Boolean,
    /** Whether it is the main event. */
    @SerialName("is_main_event") val isMainEvent: Boolean,
    /** Whether it is on the preliminary card. */
    @SerialName("is_prelim") val isPrelim: Boolean,
    /** Id of the fighter; 0: the opponent is not yet known. */
    @SerialName("fighter1_id") val fighter1Id: Int,
    /** Wins, losses and draws. */
    val fighter1record: String,
    /** Inches; 0 when not known. */
    val fighter1height: Long,
    /** Pounds; 0 when not known. */
    val fighter1weight: Long,
    /** Reach in inches; null when not known. */
    val fighter1reach: Long?,
    /** Odds of a bet on the fighter; null when there are none. */
    val fighter1odds: JsonPrimitive?,
    /** First name; null: the opponent is not yet known. */
    @SerialName("fighter1_first_name") val fighter1FirstName: String?,
    /** Last name; null: the opponent is not yet known. */
    @SerialName("fighter1_last_name") val fighter1LastName: String?,
    /** Nickname; null when there is none. */
    @SerialName("fighter1_nickname") val fighter1Nickname: String?,
    /** Division of the fighter; null when not known. */
    @SerialName("fighter1_weight_class") val fighter1WeightClass: WeightClass?,
    /** Place in the division, `C` for its champion; null without a place. */
    @SerialName("fighter1_rank") val fighter1Rank: String?,
    /** Bouts won; null when not known. */
    @SerialName("fighter1_wins") val fighter1Wins: Long?,
    /** Bouts lost; null when not known. */
    @SerialName("fighter1_losses") val fighter1Losses: Long?,
    /** Draws; null when not known. */
    @SerialName("fighter1_draws") val fighter1Draws: Long?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    @SerialName("fighter1_statid") val fighter1Statid: Int?,
    /** Image from head to foot: left for 1, right for 2. */
    @SerialName("fighter1_full_body_image") val fighter1FullBodyImage: String? = null,
    /** Image of the fighter for the profile. */
    @SerialName("fighter1_profile_image") val fighter1ProfileImage: String? = null,
    /** Whether the fighter has won; left out when not known, false before the end. */
    @SerialName("fighter1_is_winner") val fighter1IsWinner: Boolean? = null,
    /** Mean length of a bout, `m:ss`. */
    @SerialName("fighter1_averagefighttime") val fighter1Averagefighttime: String? = null,
    /** Mean length of a bout in seconds. */
    @SerialName("fighter1_averagefighttime_seconds") val fighter1AveragefighttimeSeconds: String? = null,
    /** Mean of knockdowns. */
    @SerialName("fighter1_kdaverage") val fighter1Kdaverage: String? = null,
    /** Significant strikes landed per minute. */
    @SerialName("fighter1_slpm") val fighter1Slpm: String? = null,
    /** Share of significant strikes that landed, in percent. */
    @SerialName("fighter1_strikingaccuracy") val fighter1Strikingaccuracy: String? = null,
    /** Significant strikes absorbed per minute. */
    @SerialName("fighter1_sapm") val fighter1Sapm: String? = null,
    /** Share of the opponents' significant strikes that missed, in percent; null when not known. */
    @SerialName("fighter1_strikingdefense") val fighter1Strikingdefense: String? = null,
    /** Mean of takedowns. */
    @SerialName("fighter1_takedownaverage") val fighter1Takedownaverage: String? = null,
    /** Share of takedowns that succeeded, in percent; null when not known. */
    @SerialName("fighter1_takedownaccuracy") val fighter1Takedownaccuracy: String? = null,
    /** Share of the opponents' takedowns that failed, in percent; null when not known. */
    @SerialName("fighter1_takedowndefense") val fighter1Takedowndefense: String? = null,
    /** Mean of submission attempts. */
    @SerialName("fighter1_submissionsaverage") val fighter1Submissionsaverage: String? = null,
    /** Id of the fighter; 0: the opponent is not yet known. */
    @SerialName("fighter2_id") val fighter2Id: Int,
    /** Wins, losses and draws. */
    val fighter2record: String,
    /** Inches; 0 when not known. */
    val fighter2height: Long,
    /** Pounds; 0 when not known. */
    val fighter2weight: Long,
    /** Reach in inches; null when not known. */
    val fighter2reach: Long?,
    /** Odds of a bet on the fighter; null when there are none. */
    val fighter2odds: JsonPrimitive?,
    /** First name; null: the opponent is not yet known. */
    @SerialName("fighter2_first_name") val fighter2FirstName: String?,
    /** Last name; null: the opponent is not yet known. */
    @SerialName("fighter2_last_name") val fighter2LastName: String?,
    /** Nickname; null when there is none. */
    @SerialName("fighter2_nickname") val fighter2Nickname: String?,
    /** Division of the fighter; null when not known. */
    @SerialName("fighter2_weight_class") val fighter2WeightClass: WeightClass?,
    /** Place in the division, `C` for its champion; null without a place. */
    @SerialName("fighter2_rank") val fighter2Rank: String?,
    /** Bouts won; null when not known. */
    @SerialName("fighter2_wins") val fighter2Wins: Long?,
    /** Bouts lost; null when not known. */
    @SerialName("fighter2_losses") val fighter2Losses: Long?,
    /** Draws; null when not known. */
    @SerialName("fighter2_draws") val fighter2Draws: Long?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    @SerialName("fighter2_statid") val fighter2Statid: Int?,
    /** Image from head to foot: left for 1, right for 2. */
    @SerialName("fighter2_full_body_image") val fighter2FullBodyImage: String? = null,
    /** Image of the fighter for the profile. */
    @SerialName("fighter2_profile_image") val fighter2ProfileImage: String? = null,
    /** Whether the fighter has won; left out when not known, false before the end. */
    @SerialName("fighter2_is_winner") val fighter2IsWinner: Boolean? = null,
    /** Mean length of a bout, `m:ss`. */
    @SerialName("fighter2_averagefighttime") val fighter2Averagefighttime: String? = null,
    /** Mean length of a bout in seconds. */
    @SerialName("fighter2_averagefighttime_seconds") val fighter2AveragefighttimeSeconds: String? = null,
    /** Mean of knockdowns. */
    @SerialName("fighter2_kdaverage") val fighter2Kdaverage: String? = null,
    /** Significant strikes landed per minute. */
    @SerialName("fighter2_slpm") val fighter2Slpm: String? = null,
    /** Share of significant strikes that landed, in percent. */
    @SerialName("fighter2_strikingaccuracy") val fighter2Strikingaccuracy: String? = null,
    /** Significant strikes absorbed per minute. */
    @SerialName("fighter2_sapm") val fighter2Sapm: String? = null,
    /** Share of the opponents' significant strikes that missed, in percent; null when not known. */
    @SerialName("fighter2_strikingdefense") val fighter2Strikingdefense: String? = null,
    /** Mean of takedowns. */
    @SerialName("fighter2_takedownaverage") val fighter2Takedownaverage: String? = null,
    /** Share of takedowns that succeeded, in percent; null when not known. */
    @SerialName("fighter2_takedownaccuracy") val fighter2Takedownaccuracy: String? = null,
    /** Share of the opponents' takedowns that failed, in percent; null when not known. */
    @SerialName("fighter2_takedowndefense") val fighter2Takedowndefense: String? = null,
    /** Mean of submission attempts. */
    @SerialName("fighter2_submissionsaverage") val fighter2Submissionsaverage: String? = null,
    /** Time of the last round, `m:ss`; empty before the end. */
    @SerialName("ending_time") val endingTime: String,
    /** Number of the last round; left out before the end. */
    @SerialName("ending_round_number") val endingRoundNumber: String? = null,
    val result: FightResult? = null,
    /** Address of the live statistics; its ids are -1 when there are none. */
    @SerialName("fm_stats_feed_url") val fmStatsFeedUrl: String,
    /** The same address as the statistics. */
    @SerialName("fm_fight_rhythm_feed_url") val fmFightRhythmFeedUrl: String,
)

@Serializable(with = FightMetricsLiveEventSerializer::class)
sealed interface FightMetricsLiveEvent

object FightMetricsLiveEventSerializer : JsonContentPolymorphicSerializer<FightMetricsLiveEvent>(FightMetricsLiveEvent::class) {
    override fun selectDeserializer(element: JsonElement): DeserializationStrategy<FightMetricsLiveEvent> {
        val member = element.jsonObject["Type"]
        return if (member == null || member is JsonNull) EventFeed.serializer() else BoutFeed.serializer()
    }
}

/** How a fight ended. */
@Serializable
data class FightResult(
    /** How the fight ended; null before the end. */
    @SerialName("Method") val method: String?,
    /** Number of the last round; null before the end. */
    @SerialName("EndingRound") val endingRound: String?,
    /** Time of the last round, `m:ss`; empty before the end. */
    @SerialName("EndingTime") val endingTime: String,
    /** The submission that ended the fight. */
    @SerialName("Submission") val submission: String?,
    /** The strike that ended the fight. */
    @SerialName("EndStrike") val endStrike: String?,
    /** Where the last strike hit. */
    @SerialName("EndTarget") val endTarget: String?,
    /** Position of the fighters at the end. */
    @SerialName("EndPosition") val endPosition: String?,
    /** What else is to be said about the end. */
    @SerialName("EndNotes") val endNotes: String?,
    /** Whether it was the fight of the night; null when not known. */
    @SerialName("FightOfTheNight") val fightOfTheNight: Boolean?,
    /** The scores of the judges. */
    @SerialName("Scores") val scores: List<FightScore>,
)

/** One judge's scores; before the end there is one of these, with five nulls. */
@Serializable
data class FightScore(
    /** Points of the winner, in digits. */
    @SerialName("WinnerScore") val winnerScore: String?,
    /** Points of the loser, in digits. */
    @SerialName("LoserScore") val loserScore: String?,
    /** The metrics supplier's id of the judge. */
    @SerialName("JudgeID") val judgeId: String?,
    /** First name of the judge. */
    @SerialName("JudgeFirstName") val judgeFirstName: String?,
    /** Last name of the judge. */
    @SerialName("JudgeLastName") val judgeLastName: String?,
)

/** A fighter as lists have it. */
@Serializable
data class Fighter(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Nickname; null when there is none. */
    val nickname: String?,
    /** Bouts won; null when not known, which is rare. */
    val wins: Long?,
    /** Bouts lost; null when not known. */
    val losses: Long?,
    /** Draws; null when not known. */
    val draws: Long?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    val statid: Int?,
    /** Last name. */
    @SerialName("last_name") val lastName: String,
    /** First name. */
    @SerialName("first_name") val firstName: String,
    /** Division; null when not known. */
    @SerialName("weight_class") val weightClass: WeightClass?,
    /** Whether the fighter holds the title of the division. */
    @SerialName("title_holder") val titleHolder: Boolean,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    /** Place in the division, `C` for its champion; null without a place. */
    val rank: Rank?,
    /** Place among the fighters of every division; null without a place. */
    @SerialName("pound_for_pound_rank") val poundForPoundRank: PoundForPoundRank?,
    /** Small image of the fighter. */
    val thumbnail: String,
    /** Image of the fighter for the profile. */
    @SerialName("profile_image") val profileImage: String,
    /** Small image of the belt; past and present champions only. */
    @SerialName("belt_thumbnail") val beltThumbnail: String? = null,
    /** Image from head to foot, for the left side. */
    @SerialName("left_full_body_image") val leftFullBodyImage: String? = null,
    /** Image from head to foot, for the right side. */
    @SerialName("right_full_body_image") val rightFullBodyImage: String? = null,
    /** Web page of the fighter, the slug after `/fighter/`. */
    val link: String,
)

/** A fighter with body, career and averages. */
@Serializable
data class FighterDetail(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Nickname; null when there is none. */
    val nickname: String?,
    /** Bouts won; null when not known, which is rare. */
    val wins: Long?,
    /** Bouts lost; null when not known. */
    val losses: Long?,
    /** Draws; null when not known. */
    val draws: Long?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    val statid: Int?,
    /** Last name. */
    @SerialName("last_name") val lastName: String,
    /** First name. */
    @SerialName("first_name") val firstName: String,
    /** Division; null when not known. */
    @SerialName("weight_class") val weightClass: WeightClass?,
    /** Whether the fighter holds the title of the division. */
    @SerialName("title_holder") val titleHolder: Boolean,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    /** Place in the division, `C` for its champion; null without a place. */
    val rank: Rank?,
    /** Place among the fighters of every division; null without a place. */
    @SerialName("pound_for_pound_rank") val poundForPoundRank: PoundForPoundRank?,
    /** Small image of the fighter. */
    val thumbnail: String,
    /** Image of the fighter for the profile. */
    @SerialName("profile_image") val profileImage: String,
    /** Small image of the belt; past and present champions only. */
    @SerialName("belt_thumbnail") val beltThumbnail: String? = null,
    /** Image from head to foot, for the left side. */
    @SerialName("left_full_body_image") val leftFullBodyImage: String? = null,
    /** Image from head to foot, for the right side. */
    @SerialName("right_full_body_image") val rightFullBodyImage: String? = null,
    /** Web page of the fighter, the slug after `/fighter/`. */
    val link: String,
    /** City of residence; null when not known. */
    @SerialName("city_residing") val cityResiding: String?,
    /** State of residence; null when not known. */
    @SerialName("state_residing") val stateResiding: String?,
    /** Country of residence; null when not known. */
    @SerialName("country_residing") val countryResiding: String?,
    /** Birth date; null when not known. */
    val dob: String?,
    /** Address of the fighter's shop. */
    @SerialName("store_link") val storeLink: String?,
    /** Inches; 0 when not known. */
    val height: Long,
    /** The height in feet and inches, for reading. */
    @SerialName("height_ft") val heightFt: String?,
    /** Pounds; null when not known. */
    val weight: Long?,
    /** Kilograms; null when not known. */
    @SerialName("weight_kg") val weightKg: Double?,
    /** What the fighter is good at. */
    val strengths: String?,
    /** Bouts won by knock-out or technical knock-out. */
    @SerialName("ko_tko_wins") val koTkoWins: Long,
    /** Bouts won by submission. */
    @SerialName("submission_wins") val submissionWins: Long,
    /** Bouts won by decision. */
    @SerialName("decision_wins") val decisionWins: Long,
    /** Mean length of a bout, `m:ss`; null when not known. */
    @SerialName("AverageFightTime") val averageFightTime: String? = null,
    /** Mean length of a bout in seconds; null when not known. */
    @SerialName("AverageFightTime_Seconds") val averageFightTimeSeconds: String? = null,
    /** Mean of knockdowns; null when not known. */
    @SerialName("KDAverage") val kdAverage: String? = null,
    /** Significant strikes landed per minute; null when not known. */
    @SerialName("SLpM") val sLpM: String? = null,
    /** Share of significant strikes that landed, in percent; null when not known. */
    @SerialName("StrikingAccuracy") val strikingAccuracy: String? = null,
    /** Significant strikes absorbed per minute; null when not known. */
    @SerialName("SApM") val sApM: String? = null,
    /** Share of the opponents' significant strikes that missed, in percent; null when not known. */
    @SerialName("StrikingDefense") val strikingDefense: String? = null,
    /** Mean of takedowns; null when not known. */
    @SerialName("TakedownAverage") val takedownAverage: String? = null,
    /** Share of takedowns that succeeded, in percent; null when not known. */
    @SerialName("TakedownAccuracy") val takedownAccuracy: String? = null,
    /** Share of the opponents' takedowns that failed, in percent; null when not known. */
    @SerialName("TakedownDefense") val takedownDefense: String? = null,
    /** Mean of submission attempts; null when not known. */
    @SerialName("SubmissionsAverage") val submissionsAverage: String? = null,
    /** Mean of the division; null when not known. */
    @SerialName("avg_SLpM") val avgSLpM: Double?,
    /** Maximum of the division; null when not known. */
    @SerialName("max_SLpM") val maxSLpM: Double?,
    /** Mean of the division; null when not known. */
    @SerialName("avg_SApM") val avgSApM: Double?,
    /** Maximum of the division; null when not known. */
    @SerialName("max_SApM") val maxSApM: Double?,
    /** Mean of the division; null when not known. */
    @SerialName("avg_TD") val avgTd: Double?,
    /** Maximum of the division; null when not known. */
    @SerialName("max_TD") val maxTd: Double?,
    /** Mean of the division; null when not known. */
    @SerialName("avg_submission_attempts") val avgSubmissionAttempts: Double?,
    /** Maximum of the division; null when not known. */
    @SerialName("max_submission_attempts") val maxSubmissionAttempts: Double?,
    /** Bouts of the career, newest first; left out when there are none. */
    val fights: List<CareerBout>? = null,
)

/** A fighter with body, career and averages. */
@Serializable
data class FighterDetailV1(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Bouts won; null when not known, which is rare. */
    val wins: Long?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    val statid: Int?,
    /** Bouts lost; null when not known. */
    val losses: Long?,
    /** Last name. */
    @SerialName("last_name") val lastName: String,
    /** Division; null when not known. */
    @SerialName("weight_class") val weightClass: WeightClass?,
    /** Whether the fighter holds the title of the division. */
    @SerialName("title_holder") val titleHolder: Boolean,
    /** Draws; null when not known. */
    val draws: Long?,
    /** First name. */
    @SerialName("first_name") val firstName: String,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    /** Small image of the fighter. */
    val thumbnail: String,
    /** Small image of the belt; past and present champions only. */
    @SerialName("belt_thumbnail") val beltThumbnail: String? = null,
    /** City of residence; null when not known. */
    @SerialName("city_residing") val cityResiding: String?,
    /** State of residence; null when not known. */
    @SerialName("state_residing") val stateResiding: String?,
    /** Country of residence; null when not known. */
    @SerialName("country_residing") val countryResiding: String?,
    /** Birth date; null when not known. */
    val dob: String?,
    /** Address of the fighter's shop. */
    @SerialName("store_link") val storeLink: String?,
    /** Inches; 0 when not known. */
    val height: Long,
    /** The height in feet and inches, for reading. */
    @SerialName("height_ft") val heightFt: String?,
    /** Pounds; null when not known. */
    val weight: Long?,
    /** Kilograms; null when not known. */
    @SerialName("weight_kg") val weightKg: Double?,
    /** What the fighter is good at. */
    val strengths: String?,
    /** Bouts won by knock-out or technical knock-out. */
    @SerialName("ko_tko_wins") val koTkoWins: Long,
    /** Bouts won by submission. */
    @SerialName("submission_wins") val submissionWins: Long,
    /** Bouts won by decision. */
    @SerialName("decision_wins") val decisionWins: Long,
    /** Mean length of a bout, `m:ss`; null when not known. */
    @SerialName("AverageFightTime") val averageFightTime: String? = null,
    /** Mean length of a bout in seconds; null when not known. */
    @SerialName("AverageFightTime_Seconds") val averageFightTimeSeconds: String? = null,
    /** Mean of knockdowns; null when not known. */
    @SerialName("KDAverage") val kdAverage: String? = null,
    /** Significant strikes landed per minute; null when not known. */
    @SerialName("SLpM") val sLpM: String? = null,
    /** Share of significant strikes that landed, in percent; null when not known. */
    @SerialName("StrikingAccuracy") val strikingAccuracy: String? = null,
    /** Significant strikes absorbed per minute; null when not known. */
    @SerialName("SApM") val sApM: String? = null,
    /** Share of the opponents' significant strikes that missed, in percent; null when not known. */
    @SerialName("StrikingDefense") val strikingDefense: String? = null,
    /** Mean of takedowns; null when not known. */
    @SerialName("TakedownAverage") val takedownAverage: String? = null,
    /** Share of takedowns that succeeded, in percent; null when not known. */
    @SerialName("TakedownAccuracy") val takedownAccuracy: String? = null,
    /** Share of the opponents' takedowns that failed, in percent; null when not known. */
    @SerialName("TakedownDefense") val takedownDefense: String? = null,
    /** Mean of submission attempts; null when not known. */
    @SerialName("SubmissionsAverage") val submissionsAverage: String? = null,
    /** Mean of the division; null when not known. */
    @SerialName("avg_SLpM") val avgSLpM: Double?,
    /** Maximum of the division; null when not known. */
    @SerialName("max_SLpM") val maxSLpM: Double?,
    /** Mean of the division; null when not known. */
    @SerialName("avg_SApM") val avgSApM: Double?,
    /** Maximum of the division; null when not known. */
    @SerialName("max_SApM") val maxSApM: Double?,
    /** Mean of the division; null when not known. */
    @SerialName("avg_TD") val avgTd: Double?,
    /** Maximum of the division; null when not known. */
    @SerialName("max_TD") val maxTd: Double?,
    /** Mean of the division; null when not known. */
    @SerialName("avg_submission_attempts") val avgSubmissionAttempts: Double?,
    /** Maximum of the division; null when not known. */
    @SerialName("max_submission_attempts") val maxSubmissionAttempts: Double?,
    /** Bouts of the career, newest first; left out when there are none. */
    val fights: List<CareerBout>? = null,
)

/** Whether the fighter still fights. */
@Serializable
@JvmInline
value class FighterStatus(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Active: FighterStatus = FighterStatus("Active")
        val NotFighting: FighterStatus = FighterStatus("NotFighting")

        val known: List<FighterStatus> = listOf(Active, NotFighting)
    }
}

/** A fighter as lists of version 1 have it. */
@Serializable
data class FighterV1(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Bouts won; null when not known, which is rare. */
    val wins: Long?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    val statid: Int?,
    /** Bouts lost; null when not known. */
    val losses: Long?,
    /** Last name. */
    @SerialName("last_name") val lastName: String,
    /** Division; null when not known. */
    @SerialName("weight_class") val weightClass: WeightClass?,
    /** Whether the fighter holds the title of the division. */
    @SerialName("title_holder") val titleHolder: Boolean,
    /** Draws; null when not known. */
    val draws: Long?,
    /** First name. */
    @SerialName("first_name") val firstName: String,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    /** Small image of the fighter. */
    val thumbnail: String,
    /** Small image of the belt; past and present champions only. */
    @SerialName("belt_thumbnail") val beltThumbnail: String? = null,
)

/** How the service is. */
@Serializable
data class Health(
    /** Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503. */
    val status: HealthStatus,
    /** The family of routes. */
    val version: HealthVersion,
    /** Language and country of the texts. */
    val locale: HealthLocale,
    /** Clock of the server. */
    val time: String,
)

/** Language and country of the texts. */
@Serializable
@JvmInline
value class HealthLocale(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val EsUs: HealthLocale = HealthLocale("es_US")
        val EnUs: HealthLocale = HealthLocale("en_US")

        val known: List<HealthLocale> = listOf(EsUs, EnUs)
    }
}

/** Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503. */
@Serializable
@JvmInline
value class HealthStatus(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Ok: HealthStatus = HealthStatus("ok")
        val Degraded: HealthStatus = HealthStatus("degraded")
        val Down: HealthStatus = HealthStatus("down")

        val known: List<HealthStatus> = listOf(Ok, Degraded, Down)
    }
}

/** The family of routes. */
@Serializable
@JvmInline
value class HealthVersion(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val V3: HealthVersion = HealthVersion("v3")
        val V1: HealthVersion = HealthVersion("v1")

        val known: List<HealthVersion> = listOf(V3, V1)
    }
}

/** How to use the app. */
@Serializable
data class Instructions(
    /** Heading; empty when there is none. */
    val title: String,
    /** The instructions, in HTML; empty when there are none. */
    val body: String,
    /** Language and country of the texts. */
    val locale: InstructionsLocale,
)

/** Language and country of the texts. */
@Serializable
@JvmInline
value class InstructionsLocale(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val EsUs: InstructionsLocale = InstructionsLocale("es_US")
        val EnUs: InstructionsLocale = InstructionsLocale("en_US")

        val known: List<InstructionsLocale> = listOf(EsUs, EnUs)
    }
}

/** Whether an event is live, and the video of it. */
@Serializable
data class Live(
    /** Whether the event is the live event. */
    val live: Boolean,
    /** Id of the event that is live or comes next. */
    @SerialName("event_id") val eventId: Int?,
    /** Heading of the video. */
    val title: String?,
    /** Address of the video, HLS. */
    @SerialName("mobile_stream_url") val mobileStreamUrl: String?,
    /** Start of the event. */
    @SerialName("starts_at") val startsAt: String?,
    /** End of the event. */
    @SerialName("ends_at") val endsAt: String?,
)

/** The event of the moment with its media and news. */
@Serializable
data class LiveContent(
    /** The live event, else the one named in content, else the next to start; null when there is none. */
    val event: Event?,
    /** Media of the event, newest first. */
    val media: List<Media>,
    /** News of the event, newest first. */
    val news: List<News>,
)

/** The event of the moment with its media and news. */
@Serializable
data class LiveContentV1(
    /** The live event, else the one named in content, else the next to start; null when there is none. */
    val event: EventV1?,
    /** Media of the event, newest first. */
    val media: List<Media>,
    /** News of the event, newest first. */
    val news: List<News>,
)

/** Where the feed of the live event is; all three null when nothing is live. */
@Serializable
data class LiveEventUrl(
    /** Id of the event; null also while no stored event has the statid. */
    @SerialName("event_id") val eventId: Int?,
    /** The metrics supplier's id of the event, EventID in the feed. */
    val statid: Int?,
    /** Address of the live feed. */
    @SerialName("live_event_url") val liveEventUrl: String?,
)

/** A bout's snapshot if it has a `Type`, else an event's. */
@Serializable(with = LiveUpdateSerializer::class)
sealed interface LiveUpdate

object LiveUpdateSerializer : JsonContentPolymorphicSerializer<LiveUpdate>(LiveUpdate::class) {
    override fun selectDeserializer(element: JsonElement): DeserializationStrategy<LiveUpdate> {
        val member = element.jsonObject["Type"]
        return if (member == null || member is JsonNull) EventUpdate.serializer() else BoutUpdate.serializer()
    }
}

/** A video or a gallery as lists have it. */
@Serializable
data class Media(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** The day of the media item. */
    @SerialName("media_date") val mediaDate: String,
    val type: MediaType,
    /** What it shows; empty when nothing is said. */
    val description: String,
    /** Caption of the link to more; empty when there is none. */
    @SerialName("more_link_text") val moreLinkText: String,
    /** Small image; empty when there is none. */
    val thumbnail: String,
    /** Address of the link to more; empty when there is none. */
    @SerialName("more_linkurl") val moreLinkurl: String,
    /** Path on the video host, of an internal video. */
    @SerialName("internal_url") val internalUrl: String,
    /** Heading of the media item. */
    val title: String,
    /** Whose player an embedded video needs; an open list. */
    @SerialName("embedded_type") val embeddedType: String?,
    /** Id of an embedded video at its host. */
    @SerialName("embedded_id") val embeddedId: String?,
    /** Address of the video, HLS. */
    @SerialName("mobile_stream_url") val mobileStreamUrl: String?,
    /** Address of the video, MP4. */
    @SerialName("mobile_video_url") val mobileVideoUrl: String?,
    /** When the record was last changed. */
    @SerialName("last_modified") val lastModified: String,
    /** When the record was made. */
    val created: String,
    /** From when; a date in the future does not hide the media item. */
    @SerialName("published_start_date") val publishedStartDate: String,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    /** Ids of the tags. */
    @SerialName("keyword_ids") val keywordIds: List<Long>,
)

/** A video or a gallery with its photos. */
@Serializable
data class MediaItem(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** The day of the media item. */
    @SerialName("media_date") val mediaDate: String,
    val type: MediaType,
    /** What it shows; empty when nothing is said. */
    val description: String,
    /** Caption of the link to more; empty when there is none. */
    @SerialName("more_link_text") val moreLinkText: String,
    /** Small image; empty when there is none. */
    val thumbnail: String,
    /** Address of the link to more; empty when there is none. */
    @SerialName("more_linkurl") val moreLinkurl: String,
    /** Path on the video host, of an internal video. */
    @SerialName("internal_url") val internalUrl: String,
    /** Heading of the media item. */
    val title: String,
    /** Whose player an embedded video needs; an open list. */
    @SerialName("embedded_type") val embeddedType: String?,
    /** Id of an embedded video at its host. */
    @SerialName("embedded_id") val embeddedId: String?,
    /** Address of the video, HLS. */
    @SerialName("mobile_stream_url") val mobileStreamUrl: String?,
    /** Address of the video, MP4. */
    @SerialName("mobile_video_url") val mobileVideoUrl: String?,
    /** When the record was last changed. */
    @SerialName("last_modified") val lastModified: String,
    /** When the record was made. */
    val created: String,
    /** From when; a date in the future does not hide the media item. */
    @SerialName("published_start_date") val publishedStartDate: String,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    /** Ids of the tags. */
    @SerialName("keyword_ids") val keywordIds: List<Long>,
    /** The photos of a photo gallery, in its order. */
    val photos: List<Photo>,
)

/** A video at another host, a video of our own, or a gallery of photos. */
@Serializable
@JvmInline
value class MediaType(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Embeddedvideo: MediaType = MediaType("EMBEDDEDVIDEO")
        val Internalvideo: MediaType = MediaType("INTERNALVIDEO")
        val Photogallery: MediaType = MediaType("PHOTOGALLERY")

        val known: List<MediaType> = listOf(Embeddedvideo, Internalvideo, Photogallery)
    }
}

/** Where the feed of an event is. */
@Serializable
data class MetricsEntry(
    /** Id of the event. */
    @SerialName("event_id") val eventId: Int,
    /** The metrics supplier's id of the event, EventID in the feed. */
    val statid: Int,
    /** Title of the event. */
    @SerialName("base_title") val baseTitle: String,
    /** Second part of the title. */
    @SerialName("title_tag_line") val titleTagLine: String?,
    /** Start of the event. */
    @SerialName("event_dategmt") val eventDategmt: String,
    @SerialName("event_status") val eventStatus: EventStatus,
    /** Address of the live feed; null until a feed is received. */
    @SerialName("live_event_url") val liveEventUrl: String?,
    /** Address of the live feed, whether or not one was received. */
    @SerialName("fm_fnt_feed_url") val fmFntFeedUrl: String,
)

/** An article as lists have it. */
@Serializable
data class News(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Caption of the link to an off-site article. */
    @SerialName("external_url_text") val externalUrlText: String,
    /** Address of an off-site article. */
    @SerialName("external_url") val externalUrl: String,
    /** Who wrote it; null or empty when not known. */
    val author: String?,
    /** Heading of the article. */
    val title: String,
    /** Id of the leading media item. */
    @SerialName("article_media_id") val articleMediaId: Int?,
    /** Id of the fighter the article is about. */
    @SerialName("article_fighter_id") val articleFighterId: Int?,
    /** The day of the article. */
    @SerialName("article_date") val articleDate: String,
    /** Small image; empty when there is none. */
    val thumbnail: String,
    /** Teaser; may hold HTML. */
    val introduction: String,
    /** Category in which the article is featured. */
    @SerialName("featured_news_category") val featuredNewsCategory: String?,
    /** When the record was last changed. */
    @SerialName("last_modified") val lastModified: String,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    /** When the record was made. */
    val created: String?,
    /** From when; a date in the future does not hide the article. */
    @SerialName("published_start_date") val publishedStartDate: String?,
    /** Ids of the tags. */
    @SerialName("keyword_ids") val keywordIds: List<Long>,
)

/** A parameter that does not fit. */
@Serializable
data class ParameterError(
    /** Name of a path or query parameter. */
    val parameter: String,
    /** What it must be, in the language of the family. */
    val detail: String,
) : ProblemDetailsErrorsItem

/** A photo of a gallery. */
@Serializable
data class Photo(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** Address of the small image. */
    @SerialName("thumbnail_path") val thumbnailPath: String,
    /** Address of the image. */
    val path: String,
    /** What it shows; empty when nothing is said. */
    val caption: String,
    /** Place in the gallery, ascending. */
    @SerialName("gallery_order") val galleryOrder: Long,
    /** Id of the media item the photo belongs to. */
    @SerialName("media_id") val mediaId: Int,
)

/** Place among the fighters of every division. */
@Serializable
@JvmInline
value class PoundForPoundRank(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Value1: PoundForPoundRank = PoundForPoundRank("1")
        val Value2: PoundForPoundRank = PoundForPoundRank("2")
        val Value3: PoundForPoundRank = PoundForPoundRank("3")
        val Value4: PoundForPoundRank = PoundForPoundRank("4")
        val Value5: PoundForPoundRank = PoundForPoundRank("5")
        val Value6: PoundForPoundRank = PoundForPoundRank("6")
        val Value7: PoundForPoundRank = PoundForPoundRank("7")
        val Value8: PoundForPoundRank = PoundForPoundRank("8")
        val Value9: PoundForPoundRank = PoundForPoundRank("9")
        val Value10: PoundForPoundRank = PoundForPoundRank("10")
        val Value11: PoundForPoundRank = PoundForPoundRank("11")
        val Value12: PoundForPoundRank = PoundForPoundRank("12")
        val Value13: PoundForPoundRank = PoundForPoundRank("13")
        val Value14: PoundForPoundRank = PoundForPoundRank("14")
        val Value15: PoundForPoundRank = PoundForPoundRank("15")

        val known: List<PoundForPoundRank> = listOf(Value1, Value2, Value3, Value4, Value5, Value6, Value7, Value8, Value9, Value10, Value11, Value12, Value13, Value14, Value15)
    }
}

/** A problem (RFC 9457). */
@Serializable
data class ProblemDetails(
    /** What kind of problem this is; the only member to tell problems apart by. */
    val type: ProblemType,
    /** Name of the kind of problem, in the language of the family. */
    val title: String,
    /** The HTTP status. */
    val status: Int,
    /** What went wrong this time, in the language of the family. */
    val detail: String,
    /** Path of the request. */
    val instance: String,
    /** With 400 and 422: each value that does not fit. */
    val errors: List<ProblemDetailsErrorsItem>? = null,
    /** With voting-closed and scoring-closed: since when. */
    @SerialName("closed_at") val closedAt: String? = null,
    /** With sequence-conflict: the number stored. */
    val sequence: Long? = null,
)

@Serializable(with = ProblemDetailsErrorsItemSerializer::class)
sealed interface ProblemDetailsErrorsItem

object ProblemDetailsErrorsItemSerializer : JsonContentPolymorphicSerializer<ProblemDetailsErrorsItem>(ProblemDetailsErrorsItem::class) {
    override fun selectDeserializer(element: JsonElement): DeserializationStrategy<ProblemDetailsErrorsItem> {
        val member = element.jsonObject["pointer"]
        return if (member == null || member is JsonNull) ParameterError.serializer() else BodyError.serializer()
    }
}

/** The types of problems of this service; a proxy answers with others, such as about:blank. */
@Serializable
@JvmInline
value class ProblemType(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val InvalidRequest: ProblemType = ProblemType("urn:problem-type:invalid-request")
        val MalformedJson: ProblemType = ProblemType("urn:problem-type:malformed-json")
        val FeedKeyRequired: ProblemType = ProblemType("urn:problem-type:feed-key-required")
        val FeedKeyRejected: ProblemType = ProblemType("urn:problem-type:feed-key-rejected")
        val RouteNotFound: ProblemType = ProblemType("urn:problem-type:route-not-found")
        val TranslationNotFound: ProblemType = ProblemType("urn:problem-type:translation-not-found")
        val ArticleNotFound: ProblemType = ProblemType("urn:problem-type:article-not-found")
        val MediaItemNotFound: ProblemType = ProblemType("urn:problem-type:media-item-not-found")
        val FighterNotFound: ProblemType = ProblemType("urn:problem-type:fighter-not-found")
        val RingPresenterNotFound: ProblemType = ProblemType("urn:problem-type:ring-presenter-not-found")
        val EventNotFound: ProblemType = ProblemType("urn:problem-type:event-not-found")
        val FightNotFound: ProblemType = ProblemType("urn:problem-type:fight-not-found")
        val VoteNotFound: ProblemType = ProblemType("urn:problem-type:vote-not-found")
        val LiveEventNotFound: ProblemType = ProblemType("urn:problem-type:live-event-not-found")
        val LiveFightNotFound: ProblemType = ProblemType("urn:problem-type:live-fight-not-found")
        val MethodNotAllowed: ProblemType = ProblemType("urn:problem-type:method-not-allowed")
        val NotAcceptable: ProblemType = ProblemType("urn:problem-type:not-acceptable")
        val VotingClosed: ProblemType = ProblemType("urn:problem-type:voting-closed")
        val ScoringClosed: ProblemType = ProblemType("urn:problem-type:scoring-closed")
        val SequenceConflict: ProblemType = ProblemType("urn:problem-type:sequence-conflict")
        val BodyTooLarge: ProblemType = ProblemType("urn:problem-type:body-too-large")
        val UnsupportedMediaType: ProblemType = ProblemType("urn:problem-type:unsupported-media-type")
        val InvalidBody: ProblemType = ProblemType("urn:problem-type:invalid-body")
        val TooManyRequests: ProblemType = ProblemType("urn:problem-type:too-many-requests")
        val InternalError: ProblemType = ProblemType("urn:problem-type:internal-error")
        val ServiceUnavailable: ProblemType = ProblemType("urn:problem-type:service-unavailable")
        val OutcomeUnknown: ProblemType = ProblemType("urn:problem-type:outcome-unknown")

        val known: List<ProblemType> = listOf(InvalidRequest, MalformedJson, FeedKeyRequired, FeedKeyRejected, RouteNotFound, TranslationNotFound, ArticleNotFound, MediaItemNotFound, FighterNotFound, RingPresenterNotFound, EventNotFound, FightNotFound, VoteNotFound, LiveEventNotFound, LiveFightNotFound, MethodNotAllowed, NotAcceptable, VotingClosed, ScoringClosed, SequenceConflict, BodyTooLarge, UnsupportedMediaType, InvalidBody, TooManyRequests, InternalError, ServiceUnavailable, OutcomeUnknown)
    }
}

/** Place in the division; `C` is its champion. */
@Serializable
@JvmInline
value class Rank(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val C: Rank = Rank("C")
        val Value1: Rank = Rank("1")
        val Value2: Rank = Rank("2")
        val Value3: Rank = Rank("3")
        val Value4: Rank = Rank("4")
        val Value5: Rank = Rank("5")
        val Value6: Rank = Rank("6")
        val Value7: Rank = Rank("7")
        val Value8: Rank = Rank("8")
        val Value9: Rank = Rank("9")
        val Value10: Rank = Rank("10")
        val Value11: Rank = Rank("11")
        val Value12: Rank = Rank("12")
        val Value13: Rank = Rank("13")
        val Value14: Rank = Rank("14")
        val Value15: Rank = Rank("15")

        val known: List<Rank> = listOf(C, Value1, Value2, Value3, Value4, Value5, Value6, Value7, Value8, Value9, Value10, Value11, Value12, Value13, Value14, Value15)
    }
}

/** A ring presenter, in the list and alone. */
@Serializable
data class RingPresenter(
    /** Id of the record, unique among its kind. */
    val id: Int,
    /** First name. */
    @SerialName("first_name") val firstName: String,
    /** Last name. */
    @SerialName("last_name") val lastName: String,
    /** Birth date. */
    @SerialName("date_of_birth") val dateOfBirth: String,
    /** Inches; 0 when not known. */
    val height: Long,
    /** Pounds; 0 when not known. */
    val weight: Long,
    /** City of residence; empty when not known. */
    @SerialName("city_residing") val cityResiding: String,
    /** State of residence; empty when not known. */
    @SerialName("state_residing") val stateResiding: String,
    /** Country of residence; empty when not known. */
    @SerialName("country_residing") val countryResiding: String,
    /** First part of the biography, in HTML. */
    val biography1: String,
    /** Second part of the biography, in HTML. */
    val biography2: String,
    /** Heading of the biography. */
    @SerialName("biography_header") val biographyHeader: String,
    /** A line about her. */
    @SerialName("short_description") val shortDescription: String,
    /** Words of hers. */
    val quote: String,
    /** What she does in her free time. */
    val hobbies: String,
    /** What she likes to eat. */
    @SerialName("favorite_foods") val favoriteFoods: String,
    /** What she likes to watch. */
    val favoritetvshows: String,
    /** What she wants to reach. */
    @SerialName("career_goals") val careerGoals: String,
    /** Kept for existing clients; left empty. */
    @SerialName("turn_ons") val turnOns: String,
    /** Kept for existing clients; left empty. */
    @SerialName("ways_to_pick_up") val waysToPickUp: String,
    /** Wide image behind the heading; empty when there is none. */
    @SerialName("banner_background_image") val bannerBackgroundImage: String,
    /** Large portrait; empty when there is none. */
    @SerialName("large_profile_picture") val largeProfilePicture: String,
    /** Portrait of medium size; empty when there is none. */
    @SerialName("medium_profile_picture") val mediumProfilePicture: String,
    /** Account on Twitter; empty when there is none. */
    @SerialName("twitter_username") val twitterUsername: String,
    /** Hashtag on Twitter; empty when there is none. */
    @SerialName("twitter_hashtag") val twitterHashtag: String,
    /** Address of her website; empty when there is none. */
    val websiteurl: String,
    /** Address of her shop; empty when there is none. */
    val storeurl: String,
    /** Address of her channel on YouTube; empty when there is none. */
    @SerialName("youtube_channelurl") val youtubeChannelurl: String,
    /** Large picture from head to foot. */
    @SerialName("large_body_picture") val largeBodyPicture: String?,
    /** Name of the file with her feed of Twitter. */
    @SerialName("twitter_feed_file_name") val twitterFeedFileName: String?,
    /** Id of the media item about her. */
    @SerialName("octagon_girl_media_id") val octagonGirlMediaId: Int?,
    /** Her photos, in the order of the gallery. */
    val gallery: List<Photo>,
)

/** What the service offers. */
@Serializable
data class Root(
    /** The family of routes. */
    val version: RootVersion,
    /** Language and country of the texts. */
    val locale: RootLocale,
    /** Every route of this family. */
    val routes: List<RootRoutesItem>,
)

/** Language and country of the texts. */
@Serializable
@JvmInline
value class RootLocale(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val EsUs: RootLocale = RootLocale("es_US")
        val EnUs: RootLocale = RootLocale("en_US")

        val known: List<RootLocale> = listOf(EsUs, EnUs)
    }
}

@Serializable
data class RootRoutesItem(
    /** Name of the route, the same in both families. */
    val name: String,
    /** HTTP method. */
    val method: RootRoutesItemMethod,
    /** Template with `:name` parameters; a segment in parentheses may be left out. */
    val path: String,
)

/** HTTP method. */
@Serializable
@JvmInline
value class RootRoutesItemMethod(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Get: RootRoutesItemMethod = RootRoutesItemMethod("GET")
        val Post: RootRoutesItemMethod = RootRoutesItemMethod("POST")

        val known: List<RootRoutesItemMethod> = listOf(Get, Post)
    }
}

/** The family of routes. */
@Serializable
@JvmInline
value class RootVersion(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val V3: RootVersion = RootVersion("v3")
        val V1: RootVersion = RootVersion("v1")

        val known: List<RootVersion> = listOf(V3, V1)
    }
}

/** The audience's scores of one event. */
@Serializable
data class RoundScoring(
    /** Id of the event. */
    @SerialName("event_id") val eventId: Int,
    /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
    val statid: Int?,
    /** The fights in the order of the card. */
    val fights: List<ScoringFight>,
)

/** A scorecard of one round. Exactly one of `fight_id` and `fight_statid` is given. */
@Serializable
data class ScoreBody(
    /** Id of the event. */
    @SerialName("event_id") val eventId: Int,
    /** Number of the round; the fight limits it further, to its scheduled rounds. */
    @SerialName("round_num") val roundNum: Int,
    /** Points of the fighter in this round. */
    @SerialName("fighter1_score") val fighter1Score: Int,
    /** Points of the fighter in this round. */
    @SerialName("fighter2_score") val fighter2Score: Int,
    /** An unguessable id the app made once; whoever knows it can change its scores. */
    @SerialName("client_id") val clientId: String,
    /** Id of the fight. */
    @SerialName("fight_id") val fightId: Int? = null,
    /** The metrics supplier's id of the fight, FightID in the feed. */
    @SerialName("fight_statid") val fightStatid: Int? = null,
)

/** A client's scores of one round. */
@Serializable
data class Scorecard(
    /** Always "ok". The scorecard is counted. */
    val status: String,
    /** Id of the event. */
    @SerialName("event_id") val eventId: Int,
    /** Id of the fight. */
    @SerialName("fight_id") val fightId: Int,
    /** Number of the round; the fight limits it further, to its scheduled rounds. */
    @SerialName("round_num") val roundNum: Int,
    /** Points of the fighter in this round. */
    @SerialName("fighter1_score") val fighter1Score: Int,
    /** Points of the fighter in this round. */
    @SerialName("fighter2_score") val fighter2Score: Int,
    /** An unguessable id the app made once; whoever knows it can change its scores. */
    @SerialName("client_id") val clientId: String,
)

/** The audience's scores of one fight. */
@Serializable
data class ScoringFight(
    /** Id of the fight. */
    @SerialName("fight_id") val fightId: Int,
    /** The metrics supplier's id of the fight, FightID in the feed. */
    @SerialName("fight_statid") val fightStatid: Int?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    @SerialName("fighter1_statid") val fighter1Statid: Int?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    @SerialName("fighter2_statid") val fighter2Statid: Int?,
    /** Last name; null: the opponent is not yet known. */
    @SerialName("fighter1_last_name") val fighter1LastName: String?,
    /** Last name; null: the opponent is not yet known. */
    @SerialName("fighter2_last_name") val fighter2LastName: String?,
    /** Number of the round that the feed is in; 0 before the first. */
    @SerialName("current_round") val currentRound: Int,
    /** One per scheduled round, ascending. */
    val rounds: List<ScoringRound>,
)

/** The audience's mean scores of one round. */
@Serializable
data class ScoringRound(
    /** Number of the round; the fight limits it further, to its scheduled rounds. */
    @SerialName("round_num") val roundNum: Int,
    /** Mean of the scorecards, rounded half up; 0.00 without one. */
    @SerialName("fighter1_score") val fighter1Score: String,
    /** Mean of the scorecards, rounded half up; 0.00 without one. */
    @SerialName("fighter2_score") val fighter2Score: String,
    /** Scorecards of this round. */
    @SerialName("scores_count") val scoresCount: Long,
    /** Whether the round takes scores now. */
    val open: Boolean,
)

/** What a fighter has in one statistic. */
@Serializable
data class Stat(
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    val statid: Int,
    val stat: StatName,
    /** A number as a string; `m:ss` for the two fight times. */
    @SerialName("Value") val value: String,
    /** Place in this statistic; 1 is the best. */
    @SerialName("Rank") val rank: Long,
    @SerialName("Born") val born: CountryKey,
    /** Id of the fighter; null when there is no record of the fighter. */
    @SerialName("fighter_id") val fighterId: Int?,
    /** First name; null when not known. */
    @SerialName("first_name") val firstName: String?,
    /** Last name; null when not known. */
    @SerialName("last_name") val lastName: String?,
    /** Division of the fighter; null when not known. */
    @SerialName("weight_class") val weightClass: WeightClass?,
)

/** A statistic; a fixed key, whose text is in the translations. */
@Serializable
@JvmInline
value class StatName(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val AvgFightTimeLong: StatName = StatName("AvgFightTimeLong")
        val AvgFightTimeShort: StatName = StatName("AvgFightTimeShort")
        val TakedownsLanded: StatName = StatName("TakedownsLanded")
        val TakedownDefense: StatName = StatName("TakedownDefense")
        val TakedownAccuracy: StatName = StatName("TakedownAccuracy")
        val SubmissionAttempts: StatName = StatName("SubmissionAttempts")
        val SubmissionAverage: StatName = StatName("SubmissionAverage")
        val SigStrikesLanded: StatName = StatName("SigStrikesLanded")
        val SigStrikesAccuracy: StatName = StatName("SigStrikesAccuracy")
        val Knockdowns: StatName = StatName("Knockdowns")
        val SLpM: StatName = StatName("SLpM")
        val SApM: StatName = StatName("SApM")
        val PlusMinus: StatName = StatName("PlusMinus")
        val SigStrikingDefense: StatName = StatName("SigStrikingDefense")
        val TotStrikesLanded: StatName = StatName("TotStrikesLanded")

        val known: List<StatName> = listOf(AvgFightTimeLong, AvgFightTimeShort, TakedownsLanded, TakedownDefense, TakedownAccuracy, SubmissionAttempts, SubmissionAverage, SigStrikesLanded, SigStrikesAccuracy, Knockdowns, SLpM, SApM, PlusMinus, SigStrikingDefense, TotStrikesLanded)
    }
}

/** The keys by which statistics are filtered, each with words for it. */
@Serializable
data class StatsFilters(
    /** The weight keys, `all` first. */
    @SerialName("weight_class") val weightClass: List<StatsFiltersWeightClassItem>,
    /** The countries that occur, ascending. */
    @SerialName("born_country") val bornCountry: List<StatsFiltersBornCountryItem>,
    /** The statistics. */
    val stat: List<StatsFiltersStatItem>,
)

@Serializable
data class StatsFiltersBornCountryItem(
    val key: CountryKey,
    /** Words for the key, or the key itself. */
    val value: String,
)

@Serializable
data class StatsFiltersStatItem(
    val key: StatName,
    /** Words for the key, or the key itself. */
    val value: String,
)

@Serializable
data class StatsFiltersWeightClassItem(
    val key: StatsWeightKey,
    /** Words for the key, or the key itself. */
    val value: String,
)

/** The key of a division in the statistics; `all` is every division. */
@Serializable
@JvmInline
value class StatsWeightKey(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val All: StatsWeightKey = StatsWeightKey("all")
        val Wbw: StatsWeightKey = StatsWeightKey("wbw")
        val Hw: StatsWeightKey = StatsWeightKey("hw")
        val Lhw: StatsWeightKey = StatsWeightKey("lhw")
        val Mw: StatsWeightKey = StatsWeightKey("mw")
        val Ww: StatsWeightKey = StatsWeightKey("ww")
        val Lw: StatsWeightKey = StatsWeightKey("lw")
        val Bw: StatsWeightKey = StatsWeightKey("bw")
        val Ftw: StatsWeightKey = StatsWeightKey("ftw")
        val Flw: StatsWeightKey = StatsWeightKey("flw")
        val Wsw: StatsWeightKey = StatsWeightKey("wsw")
        val Wflw: StatsWeightKey = StatsWeightKey("wflw")
        val Wftw: StatsWeightKey = StatsWeightKey("wftw")

        val known: List<StatsWeightKey> = listOf(All, Wbw, Hw, Lhw, Mw, Ww, Lw, Bw, Ftw, Flw, Wsw, Wflw, Wftw)
    }
}

/** How to get into the hall. */
@Serializable
data class Tickets(
    /** Id of the event. */
    @SerialName("event_id") val eventId: Int,
    /** Where tickets are sold; empty when nowhere. */
    val ticketurl: String,
    /** Who sells tickets. */
    @SerialName("ticket_seller_name") val ticketSellerName: String?,
    /** Image of the ticket: a path, or words; empty when there is none. */
    @SerialName("ticket_image") val ticketImage: String,
    /** From when everyone can buy tickets; null when not known. */
    @SerialName("ticket_general_sale_date") val ticketGeneralSaleDate: String?,
    /** The same for reading, or words that there is no such date. */
    @SerialName("ticket_general_sale_text") val ticketGeneralSaleText: String,
)

/** The champion of a division, or a row that says there is none. */
@Serializable(with = TitleHolderSerializer::class)
sealed interface TitleHolder

object TitleHolderSerializer : JsonContentPolymorphicSerializer<TitleHolder>(TitleHolder::class) {
    override fun selectDeserializer(element: JsonElement): DeserializationStrategy<TitleHolder> {
        val member = element.jsonObject["id"]
        return if (member == null || member is JsonNull) VacantTitle.serializer() else Champion.serializer()
    }
}

/** The champion of a division, or a row that says there is none. */
@Serializable(with = TitleHolderV1Serializer::class)
sealed interface TitleHolderV1

object TitleHolderV1Serializer : JsonContentPolymorphicSerializer<TitleHolderV1>(TitleHolderV1::class) {
    override fun selectDeserializer(element: JsonElement): DeserializationStrategy<TitleHolderV1> {
        val member = element.jsonObject["id"]
        return if (member == null || member is JsonNull) VacantTitleV1.serializer() else ChampionV1.serializer()
    }
}

/** A bundle of texts. */
@Serializable
data class Translation(
    /** Name of the bundle; an integer when it is numeric. */
    val id: JsonPrimitive,
    /** Language and country of the texts. */
    val locale: TranslationLocale,
    /** Text by key. */
    val translations: Map<String, String>,
)

/** Language and country of the texts. */
@Serializable
@JvmInline
value class TranslationLocale(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val EsUs: TranslationLocale = TranslationLocale("es_US")

        val known: List<TranslationLocale> = listOf(EsUs)
    }
}

/** What became of a snapshot. */
@Serializable
data class UpdateResult(
    /** Always "ok". The snapshot was received. */
    val status: String,
    /** The metrics supplier's id of the event. */
    @SerialName("EventID") val eventId: String,
    /** The metrics supplier's id of the fight; null for an event's snapshot. */
    @SerialName("FightID") val fightId: String?,
    /** The number now stored. */
    val sequence: Long,
    /** Whether the snapshot changed the feed. */
    val applied: Boolean,
    /** Why the snapshot changed nothing; null when it was applied. */
    val reason: UpdateResultReason?,
    /** Counts the event's applied snapshots of both kinds. */
    val version: Long,
)

@Serializable
@JvmInline
value class UpdateResultReason(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Duplicate: UpdateResultReason = UpdateResultReason("duplicate")
        val Stale: UpdateResultReason = UpdateResultReason("stale")

        val known: List<UpdateResultReason> = listOf(Duplicate, Stale)
    }
}

/** A division without a title holder. */
@Serializable
data class VacantTitle(
    /** Always 0. 0: nobody holds the title. */
    val wins: Int,
    /** Always 0. 0: nobody holds the title. */
    val losses: Int,
    /** Always 0. 0: nobody holds the title. */
    val draws: Int,
    /** Words that say the holder is to be determined. */
    @SerialName("first_name") val firstName: String,
    @SerialName("weight_class") val weightClass: WeightClass,
    /** Always true. The row is about the title of the division. */
    @SerialName("title_holder") val titleHolder: Boolean,
    /** Small image of the belt. */
    @SerialName("belt_thumbnail") val beltThumbnail: String,
    /** A placeholder image. */
    @SerialName("profile_image") val profileImage: String,
    /** A page that says there is no such fighter. */
    val link: String,
) : TitleHolder

/** A division without a title holder. */
@Serializable
data class VacantTitleV1(
    /** Always 0. 0: nobody holds the title. */
    val wins: Int,
    /** Always 0. 0: nobody holds the title. */
    val losses: Int,
    /** Always 0. 0: nobody holds the title. */
    val draws: Int,
    /** Words that say the holder is to be determined. */
    @SerialName("first_name") val firstName: String,
    @SerialName("weight_class") val weightClass: WeightClass,
    /** Always true. The row is about the title of the division. */
    @SerialName("title_holder") val titleHolder: Boolean,
    /** Small image of the belt. */
    @SerialName("belt_thumbnail") val beltThumbnail: String,
) : TitleHolderV1

/** A client's vote on one round. */
@Serializable
data class Vote(
    /** Id of the fight. */
    @SerialName("fight_id") val fightId: Int,
    /** Number of the round; the fight limits it further, to its scheduled rounds. */
    @SerialName("round_num") val roundNum: Int,
    /** The metrics supplier's id of the fighter the vote is for. */
    @SerialName("fighter_statid") val fighterStatid: Int,
    /** An unguessable id the app made once; whoever knows it can move its votes. */
    @SerialName("client_id") val clientId: String,
    /** Always true. The vote is counted. */
    val voted: Boolean,
    /** When the client's vote went to this fighter. */
    val created: String,
)

/** A vote for who wins a round. */
@Serializable
data class VoteBody(
    /** Number of the round; the fight limits it further, to its scheduled rounds. */
    @SerialName("round_num") val roundNum: Int,
    /** The metrics supplier's id of one of the fight's two fighters. */
    @SerialName("fighter_statid") val fighterStatid: Int,
    /** An unguessable id the app made once; whoever knows it can move its votes. */
    @SerialName("client_id") val clientId: String,
)

/** The votes of one round. */
@Serializable
data class VoteRound(
    /** Number of the round; the fight limits it further, to its scheduled rounds. */
    @SerialName("round_num") val roundNum: Int,
    /** Votes for fighter 1 in this round. */
    @SerialName("fighter1_votes") val fighter1Votes: Long,
    /** Votes for fighter 2 in this round. */
    @SerialName("fighter2_votes") val fighter2Votes: Long,
    /** Share of the votes for fighter 1, rounded half up. */
    @SerialName("fighter1_percentage") val fighter1Percentage: String,
    /** The rest to 100.00; both 0.00 without votes. */
    @SerialName("fighter2_percentage") val fighter2Percentage: String,
)

/** The votes of the audience on one fight. */
@Serializable
data class VoteTally(
    /** Id of the fight. */
    @SerialName("fight_id") val fightId: Int,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    @SerialName("fighter1_statid") val fighter1Statid: Int?,
    /** The metrics supplier's id of the fighter, FighterID in the feed. */
    @SerialName("fighter2_statid") val fighter2Statid: Int?,
    /** Votes of all rounds. */
    @SerialName("total_votes") val totalVotes: Long,
    /** One per scheduled round, ascending. */
    val rounds: List<VoteRound>,
)

/** How to watch an event. */
@Serializable
data class Watch(
    /** Id of the event. */
    @SerialName("event_id") val eventId: Int,
    /** Whether the event is pay-per-view. */
    val isppvevent: Boolean,
    /** Line under the title. */
    val subtitle: String,
    /** Address of the trailer. */
    @SerialName("trailer_url") val trailerUrl: String?,
    /** Address of the video, HLS. */
    @SerialName("mobile_stream_url") val mobileStreamUrl: String?,
    /** Start for reading, such as `10PM/7PM`; empty when not known. */
    @SerialName("event_time_text") val eventTimeText: String,
    /** Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none. */
    @SerialName("event_time_zone_text") val eventTimeZoneText: String,
    @SerialName("event_status") val eventStatus: EventStatus,
)

/** A division; a fixed key, whose text is in the translations. */
@Serializable
@JvmInline
value class WeightClass(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Flyweight: WeightClass = WeightClass("Flyweight")
        val Bantamweight: WeightClass = WeightClass("Bantamweight")
        val Featherweight: WeightClass = WeightClass("Featherweight")
        val Lightweight: WeightClass = WeightClass("Lightweight")
        val Welterweight: WeightClass = WeightClass("Welterweight")
        val Middleweight: WeightClass = WeightClass("Middleweight")
        val LightHeavyweight: WeightClass = WeightClass("Light_Heavyweight")
        val Heavyweight: WeightClass = WeightClass("Heavyweight")
        val WomenStrawweight: WeightClass = WeightClass("Women_Strawweight")
        val WomenFlyweight: WeightClass = WeightClass("Women_Flyweight")
        val WomenBantamweight: WeightClass = WeightClass("Women_Bantamweight")
        val WomenFeatherweight: WeightClass = WeightClass("Women_Featherweight")

        val known: List<WeightClass> = listOf(Flyweight, Bantamweight, Featherweight, Lightweight, Welterweight, Middleweight, LightHeavyweight, Heavyweight, WomenStrawweight, WomenFlyweight, WomenBantamweight, WomenFeatherweight)
    }
}

/** A division in the words of the metrics supplier, always English. */
@Serializable
@JvmInline
value class WeightClassText(val value: String) {
    /** Whether it is one of the words that were known when the kit was made. */
    val isKnown: Boolean get() = this in known

    override fun toString(): String = value

    companion object {
        val Flyweight: WeightClassText = WeightClassText("Flyweight")
        val Bantamweight: WeightClassText = WeightClassText("Bantamweight")
        val Featherweight: WeightClassText = WeightClassText("Featherweight")
        val Lightweight: WeightClassText = WeightClassText("Lightweight")
        val Welterweight: WeightClassText = WeightClassText("Welterweight")
        val Middleweight: WeightClassText = WeightClassText("Middleweight")
        val LightHeavyweight: WeightClassText = WeightClassText("Light Heavyweight")
        val Heavyweight: WeightClassText = WeightClassText("Heavyweight")
        val WomensStrawweight: WeightClassText = WeightClassText("Women's Strawweight")
        val WomensFlyweight: WeightClassText = WeightClassText("Women's Flyweight")
        val WomensBantamweight: WeightClassText = WeightClassText("Women's Bantamweight")
        val WomensFeatherweight: WeightClassText = WeightClassText("Women's Featherweight")
        val CatchWeight: WeightClassText = WeightClassText("Catch Weight")
        val OpenWeight: WeightClassText = WeightClassText("Open Weight")
        val SuperHeavyweight: WeightClassText = WeightClassText("Super Heavyweight")

        val known: List<WeightClassText> = listOf(Flyweight, Bantamweight, Featherweight, Lightweight, Welterweight, Middleweight, LightHeavyweight, Heavyweight, WomensStrawweight, WomensFlyweight, WomensBantamweight, WomensFeatherweight, CatchWeight, OpenWeight, SuperHeavyweight)
    }
}
