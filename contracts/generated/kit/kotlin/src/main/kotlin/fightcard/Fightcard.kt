// Made by `npm run kit` from the contracts. Do not edit.

package fightcard

import kotlinx.serialization.DeserializationStrategy
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonContentPolymorphicSerializer
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonObject

@Serializable
data class Alert(
    val id: Int,
    val title: String,
    val message: String,
    val url: String?,
    @SerialName("event_id") val eventId: Int?,
    val created: String,
    /** When the alert leaves the list; null: never. */
    val expires: String?,
)

@Serializable
data class Article(
    val id: Int,
    /** Caption of the link to an off-site article. */
    @SerialName("external_url_text") val externalUrlText: String,
    /** Address of an off-site article. */
    @SerialName("external_url") val externalUrl: String,
    val author: String?,
    val title: String,
    /** The leading media item. */
    @SerialName("article_media_id") val articleMediaId: Int?,
    /** The fighter the article is about. */
    @SerialName("article_fighter_id") val articleFighterId: Int?,
    @SerialName("article_date") val articleDate: String,
    val thumbnail: String,
    /** Teaser; may hold HTML. */
    val introduction: String,
    @SerialName("featured_news_category") val featuredNewsCategory: String?,
    @SerialName("last_modified") val lastModified: String,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    val created: String?,
    /** A date in the future does not hide the article. */
    @SerialName("published_start_date") val publishedStartDate: String?,
    @SerialName("keyword_ids") val keywordIds: List<Long>,
    /** HTML. */
    val content: String,
    @SerialName("article_media") val articleMedia: Media?,
    val related: List<News>,
    val fighters: List<Fighter>,
)

@Serializable
data class ArticleV1(
    val id: Int,
    /** Caption of the link to an off-site article. */
    @SerialName("external_url_text") val externalUrlText: String,
    /** Address of an off-site article. */
    @SerialName("external_url") val externalUrl: String,
    val author: String?,
    val title: String,
    /** The leading media item. */
    @SerialName("article_media_id") val articleMediaId: Int?,
    /** The fighter the article is about. */
    @SerialName("article_fighter_id") val articleFighterId: Int?,
    @SerialName("article_date") val articleDate: String,
    val thumbnail: String,
    /** Teaser; may hold HTML. */
    val introduction: String,
    @SerialName("featured_news_category") val featuredNewsCategory: String?,
    @SerialName("last_modified") val lastModified: String,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    val created: String?,
    /** A date in the future does not hide the article. */
    @SerialName("published_start_date") val publishedStartDate: String?,
    @SerialName("keyword_ids") val keywordIds: List<Long>,
    /** HTML. */
    val content: String,
    @SerialName("article_media") val articleMedia: Media?,
    val related: List<News>,
    val fighters: List<FighterV1>,
)

@Serializable
data class BodyError(
    /** JSON Pointer as a fragment; `#` is the whole body. */
    val pointer: String,
    val detail: String,
) : ProblemDetailsErrorsItem

@Serializable
data class BoutAttempts(
    @SerialName("Attempts") val attempts: String,
)

@Serializable
data class BoutAttemptsUpdate(
    @SerialName("Attempts") val attempts: String? = null,
)

@Serializable
data class BoutCorner(
    @SerialName("FighterID") val fighterId: String,
    @SerialName("Strikes") val strikes: BoutStrikes,
    @SerialName("Grappling") val grappling: BoutGrappling,
    @SerialName("TIP") val tip: BoutTimes,
)

@Serializable
data class BoutCornerUpdate(
    @SerialName("FighterID") val fighterId: String? = null,
    @SerialName("Strikes") val strikes: BoutStrikesUpdate? = null,
    @SerialName("Grappling") val grappling: BoutGrapplingUpdate? = null,
    @SerialName("TIP") val tip: BoutTimesUpdate? = null,
)

@Serializable
data class BoutCorners(
    @SerialName("Red") val red: BoutCorner,
    @SerialName("Blue") val blue: BoutCorner,
)

@Serializable
data class BoutCornersUpdate(
    @SerialName("Red") val red: BoutCornerUpdate? = null,
    @SerialName("Blue") val blue: BoutCornerUpdate? = null,
)

@Serializable
data class BoutFeed(
    /** Always "Stats". */
    @SerialName("Type") val type: String,
    @SerialName("Timestamp") val timestamp: String,
    @SerialName("FMLiveFeed") val fmLiveFeed: BoutLiveFeed,
)

@Serializable
data class BoutFighter(
    @SerialName("Name") val name: String,
    @SerialName("FighterID") val fighterId: String,
)

@Serializable
data class BoutFighterUpdate(
    @SerialName("Name") val name: String? = null,
    @SerialName("FighterID") val fighterId: String? = null,
)

@Serializable
data class BoutFighters(
    @SerialName("Red") val red: BoutFighter,
    @SerialName("Blue") val blue: BoutFighter,
)

@Serializable
data class BoutFightersUpdate(
    @SerialName("Red") val red: BoutFighterUpdate? = null,
    @SerialName("Blue") val blue: BoutFighterUpdate? = null,
)

@Serializable
data class BoutGrappling(
    @SerialName("Takedowns") val takedowns: BoutLandedOfAttempts,
    @SerialName("Submissions") val submissions: BoutAttempts,
    @SerialName("Reversals") val reversals: BoutLanded,
    @SerialName("Standups") val standups: BoutLanded,
)

@Serializable
data class BoutGrapplingUpdate(
    @SerialName("Takedowns") val takedowns: BoutLandedOfAttemptsUpdate? = null,
    @SerialName("Submissions") val submissions: BoutAttemptsUpdate? = null,
    @SerialName("Reversals") val reversals: BoutLandedUpdate? = null,
    @SerialName("Standups") val standups: BoutLandedUpdate? = null,
)

@Serializable
data class BoutLanded(
    @SerialName("Landed") val landed: String,
)

@Serializable
data class BoutLandedOfAttempts(
    @SerialName("Landed") val landed: String,
    @SerialName("Attempts") val attempts: String,
)

@Serializable
data class BoutLandedOfAttemptsUpdate(
    @SerialName("Landed") val landed: String? = null,
    @SerialName("Attempts") val attempts: String? = null,
)

@Serializable
data class BoutLandedUpdate(
    @SerialName("Landed") val landed: String? = null,
)

@Serializable
data class BoutLiveFeed(
    @SerialName("Fighters") val fighters: BoutFighters,
    @SerialName("RoundStats") val roundStats: BoutRounds,
    @SerialName("FightStats") val fightStats: BoutCorners,
    @SerialName("EventID") val eventId: String,
    @SerialName("CurrentRound") val currentRound: String,
    @SerialName("FightID") val fightId: String,
    @SerialName("MaxRounds") val maxRounds: String,
    @SerialName("Accolade") val accolade: String,
    @SerialName("Referee") val referee: String,
    @SerialName("WeightClass") val weightClass: String,
    @SerialName("Status") val status: String,
    @SerialName("CurrentRoundTime") val currentRoundTime: String,
)

@Serializable
data class BoutLiveFeedUpdate(
    @SerialName("Fighters") val fighters: BoutFightersUpdate? = null,
    @SerialName("RoundStats") val roundStats: BoutRoundsUpdate? = null,
    @SerialName("FightStats") val fightStats: BoutCornersUpdate? = null,
    @SerialName("EventID") val eventId: String,
    @SerialName("CurrentRound") val currentRound: String? = null,
    @SerialName("FightID") val fightId: String,
    @SerialName("MaxRounds") val maxRounds: String? = null,
    @SerialName("Accolade") val accolade: String? = null,
    @SerialName("Referee") val referee: String? = null,
    @SerialName("WeightClass") val weightClass: String? = null,
    @SerialName("Status") val status: String? = null,
    @SerialName("CurrentRoundTime") val currentRoundTime: String? = null,
)

@Serializable
data class BoutRounds(
    @SerialName("Round1") val round1: BoutCorners,
    @SerialName("Round2") val round2: BoutCorners,
    @SerialName("Round3") val round3: BoutCorners,
    @SerialName("Round4") val round4: BoutCorners,
    @SerialName("Round5") val round5: BoutCorners,
)

@Serializable
data class BoutRoundsUpdate(
    @SerialName("Round1") val round1: BoutCornersUpdate? = null,
    @SerialName("Round2") val round2: BoutCornersUpdate? = null,
    @SerialName("Round3") val round3: BoutCornersUpdate? = null,
    @SerialName("Round4") val round4: BoutCornersUpdate? = null,
    @SerialName("Round5") val round5: BoutCornersUpdate? = null,
)

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

@Serializable
data class BoutTimes(
    @SerialName("Standing Time") val standingTime: String,
    @SerialName("Ground Time") val groundTime: String,
    @SerialName("Control Time") val controlTime: String,
    @SerialName("Neutral Time") val neutralTime: String,
    @SerialName("Ground Control Time") val groundControlTime: String,
    @SerialName("Distance Time") val distanceTime: String,
    @SerialName("Clinch Time") val clinchTime: String,
    @SerialName("Misc. Ground Control Time") val miscGroundControlTime: String,
    @SerialName("Guard Control Time") val guardControlTime: String,
    @SerialName("Half Guard Control Time") val halfGuardControlTime: String,
    @SerialName("Side Control Time") val sideControlTime: String,
    @SerialName("Mount Control Time") val mountControlTime: String,
    @SerialName("Back Control Time") val backControlTime: String,
)

@Serializable
data class BoutTimesUpdate(
    @SerialName("Standing Time") val standingTime: String? = null,
    @SerialName("Ground Time") val groundTime: String? = null,
    @SerialName("Control Time") val controlTime: String? = null,
    @SerialName("Neutral Time") val neutralTime: String? = null,
    @SerialName("Ground Control Time") val groundControlTime: String? = null,
    @SerialName("Distance Time") val distanceTime: String? = null,
    @SerialName("Clinch Time") val clinchTime: String? = null,
    @SerialName("Misc. Ground Control Time") val miscGroundControlTime: String? = null,
    @SerialName("Guard Control Time") val guardControlTime: String? = null,
    @SerialName("Half Guard Control Time") val halfGuardControlTime: String? = null,
    @SerialName("Side Control Time") val sideControlTime: String? = null,
    @SerialName("Mount Control Time") val mountControlTime: String? = null,
    @SerialName("Back Control Time") val backControlTime: String? = null,
)

@Serializable
data class BoutUpdate(
    /** Grows with every snapshot of the bout. */
    val sequence: Long,
    /** Always "Stats". */
    @SerialName("Type") val type: String,
    @SerialName("Timestamp") val timestamp: String? = null,
    @SerialName("FMLiveFeed") val fmLiveFeed: BoutLiveFeedUpdate,
) : LiveUpdate

@Serializable
data class CareerBout(
    /** The metrics supplier's id of the bout. */
    val statid: String,
    @SerialName("Event") val event: CareerBoutEvent,
    /** Pounds. */
    @SerialName("WeighIn") val weighIn: String?,
    @SerialName("WeightClass") val weightClass: CareerBoutWeightClass,
    @SerialName("KOOfTheNight") val koOfTheNight: Int,
    @SerialName("SubmissionOfTheNight") val submissionOfTheNight: Int,
    @SerialName("PerformanceOfTheNight") val performanceOfTheNight: Int,
    @SerialName("Result") val result: CareerBoutResult,
    @SerialName("Opponent") val opponent: CareerBoutOpponent,
)

@Serializable
data class CareerBoutEvent(
    @SerialName("Name") val name: String,
    @SerialName("Date") val date: String,
)

@Serializable
data class CareerBoutOpponent(
    val statid: String,
    @SerialName("FirstName") val firstName: String,
    @SerialName("LastName") val lastName: String,
    @SerialName("NickName") val nickName: String?,
    @SerialName("Weight") val weight: String?,
    @SerialName("WeighIn") val weighIn: String?,
    @SerialName("PerformanceOfTheNight") val performanceOfTheNight: String?,
    @SerialName("SubmissionOfTheNight") val submissionOfTheNight: String?,
    @SerialName("KOOfTheNight") val koOfTheNight: String?,
    @SerialName("profile_image") val profileImage: String?,
)

@Serializable
data class CareerBoutResult(
    @SerialName("OutcomeID") val outcomeId: String?,
    @SerialName("Outcome") val outcome: CareerOutcome,
    @SerialName("EndingRound") val endingRound: String?,
    @SerialName("EndingTime") val endingTime: String?,
    @SerialName("Method") val method: String?,
    @SerialName("FightOfTheNight") val fightOfTheNight: CareerBoutResultFightOfTheNight?,
    @SerialName("Submission") val submission: String?,
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

@Serializable
data class CareerBoutWeightClass(
    @SerialName("Description") val description: WeightClassText,
)

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

@Serializable
data class Champion(
    val id: Int,
    val nickname: String?,
    /** Null, which is rare: the record is not known. */
    val wins: Long?,
    val losses: Long?,
    val draws: Long?,
    /** The metrics supplier's id of the fighter. */
    val statid: Int?,
    @SerialName("last_name") val lastName: String,
    @SerialName("first_name") val firstName: String,
    @SerialName("weight_class") val weightClass: WeightClass,
    /** Always true. */
    @SerialName("title_holder") val titleHolder: Boolean,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    /** Always "C". */
    val rank: String,
    val thumbnail: String,
    @SerialName("profile_image") val profileImage: String,
    @SerialName("belt_thumbnail") val beltThumbnail: String,
    @SerialName("left_full_body_image") val leftFullBodyImage: String? = null,
    @SerialName("right_full_body_image") val rightFullBodyImage: String? = null,
    /** Web page of the fighter, the slug after `/fighter/`. */
    val link: String,
) : TitleHolder

@Serializable
data class ChampionV1(
    val id: Int,
    /** Null, which is rare: the record is not known. */
    val wins: Long?,
    /** The metrics supplier's id of the fighter. */
    val statid: Int?,
    val losses: Long?,
    @SerialName("last_name") val lastName: String,
    @SerialName("weight_class") val weightClass: WeightClass,
    /** Always true. */
    @SerialName("title_holder") val titleHolder: Boolean,
    val draws: Long?,
    @SerialName("first_name") val firstName: String,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    val thumbnail: String,
    @SerialName("belt_thumbnail") val beltThumbnail: String,
) : TitleHolderV1

@Serializable
data class Chat(
    val enabled: Boolean,
    val url: String?,
    @SerialName("event_id") val eventId: Int?,
)

/** A three-letter sport code. */
typealias CountryKey = String

@Serializable
data class Discussion(
    @SerialName("event_id") val eventId: Int,
    val title: String,
    val url: String?,
    @SerialName("twitter_hashtag") val twitterHashtag: String,
    @SerialName("comments_enabled") val commentsEnabled: Boolean,
)

@Serializable
data class Event(
    val id: Int,
    /** The day where the event takes place. */
    @SerialName("event_date") val eventDate: String,
    @SerialName("secondary_feature_image") val secondaryFeatureImage: String,
    /** A path, or words. */
    @SerialName("ticket_image") val ticketImage: String,
    /** For example `ETPT`, which goes with a time text in two parts. */
    @SerialName("event_time_zone_text") val eventTimeZoneText: String,
    @SerialName("short_description") val shortDescription: String,
    /** Start. */
    @SerialName("event_dategmt") val eventDategmt: String,
    /** End. */
    @SerialName("end_event_dategmt") val endEventDategmt: String,
    val ticketurl: String,
    @SerialName("ticket_seller_name") val ticketSellerName: String?,
    @SerialName("base_title") val baseTitle: String,
    @SerialName("title_tag_line") val titleTagLine: String?,
    /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
    val statid: Int?,
    @SerialName("feature_image") val featureImage: String,
    val subtitle: String,
    @SerialName("event_status") val eventStatus: EventStatus,
    val arena: String,
    val location: String,
    @SerialName("event_time_text") val eventTimeText: String,
    @SerialName("twitter_hashtag") val twitterHashtag: String,
    @SerialName("ticket_general_sale_date") val ticketGeneralSaleDate: String?,
    @SerialName("ticket_general_sale_text") val ticketGeneralSaleText: String,
    val isppvevent: Boolean,
    @SerialName("corner_audio_available") val cornerAudioAvailable: Boolean,
    /** Set only with corner audio. */
    @SerialName("corner_audio_blue_stream_url") val cornerAudioBlueStreamUrl: String?,
    /** Set only with corner audio. */
    @SerialName("corner_audio_red_stream_url") val cornerAudioRedStreamUrl: String?,
    @SerialName("trailer_url") val trailerUrl: String?,
    @SerialName("last_modified") val lastModified: String,
    val created: String?,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    /** Address of the live feed; its id is -1 when there is none. */
    @SerialName("fm_fnt_feed_url") val fmFntFeedUrl: String,
    @SerialName("main_event_fighter1_id") val mainEventFighter1Id: Int? = null,
    @SerialName("main_event_fighter2_id") val mainEventFighter2Id: Int? = null,
    val latitude: Double? = null,
    val longitude: Double? = null,
)

@Serializable
data class EventDetail(
    val id: Int,
    /** The day where the event takes place. */
    @SerialName("event_date") val eventDate: String,
    @SerialName("secondary_feature_image") val secondaryFeatureImage: String,
    /** A path, or words. */
    @SerialName("ticket_image") val ticketImage: String,
    /** For example `ETPT`, which goes with a time text in two parts. */
    @SerialName("event_time_zone_text") val eventTimeZoneText: String,
    @SerialName("short_description") val shortDescription: String,
    /** Start. */
    @SerialName("event_dategmt") val eventDategmt: String,
    /** End. */
    @SerialName("end_event_dategmt") val endEventDategmt: String,
    val ticketurl: String,
    @SerialName("ticket_seller_name") val ticketSellerName: String?,
    @SerialName("base_title") val baseTitle: String,
    @SerialName("title_tag_line") val titleTagLine: String?,
    /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
    val statid: Int?,
    @SerialName("feature_image") val featureImage: String,
    val subtitle: String,
    @SerialName("event_status") val eventStatus: EventStatus,
    val arena: String,
    val location: String,
    @SerialName("event_time_text") val eventTimeText: String,
    @SerialName("twitter_hashtag") val twitterHashtag: String,
    @SerialName("ticket_general_sale_date") val ticketGeneralSaleDate: String?,
    @SerialName("ticket_general_sale_text") val ticketGeneralSaleText: String,
    val isppvevent: Boolean,
    @SerialName("corner_audio_available") val cornerAudioAvailable: Boolean,
    /** Set only with corner audio. */
    @SerialName("corner_audio_blue_stream_url") val cornerAudioBlueStreamUrl: String?,
    /** Set only with corner audio. */
    @SerialName("corner_audio_red_stream_url") val cornerAudioRedStreamUrl: String?,
    @SerialName("trailer_url") val trailerUrl: String?,
    @SerialName("last_modified") val lastModified: String,
    val created: String?,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    /** Address of the live feed; its id is -1 when there is none. */
    @SerialName("fm_fnt_feed_url") val fmFntFeedUrl: String,
    @SerialName("main_event_fighter1_id") val mainEventFighter1Id: Int? = null,
    @SerialName("main_event_fighter2_id") val mainEventFighter2Id: Int? = null,
    val latitude: Double? = null,
    val longitude: Double? = null,
    /** The card, main event first. */
    val fights: List<Fight>,
)

@Serializable
data class EventDetailV1(
    val id: Int,
    /** The day where the event takes place. */
    @SerialName("event_date") val eventDate: String,
    @SerialName("secondary_feature_image") val secondaryFeatureImage: String,
    /** A path, or words. */
    @SerialName("ticket_image") val ticketImage: String,
    /** For example `ETPT`, which goes with a time text in two parts. */
    @SerialName("event_time_zone_text") val eventTimeZoneText: String,
    @SerialName("short_description") val shortDescription: String,
    /** Start. */
    @SerialName("event_dategmt") val eventDategmt: String,
    /** End. */
    @SerialName("end_event_dategmt") val endEventDategmt: String,
    val ticketurl: String,
    @SerialName("ticket_seller_name") val ticketSellerName: String?,
    @SerialName("base_title") val baseTitle: String,
    @SerialName("title_tag_line") val titleTagLine: String?,
    /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
    val statid: Int?,
    @SerialName("feature_image") val featureImage: String,
    val subtitle: String,
    @SerialName("event_status") val eventStatus: EventStatus,
    val arena: String,
    val location: String,
    @SerialName("event_time_text") val eventTimeText: String,
    /** The card, main event first. */
    val fights: List<Fight>,
)

@Serializable
data class EventFeed(
    @SerialName("FMLiveFeed") val fmLiveFeed: EventLiveFeed,
)

@Serializable
data class EventLiveFeed(
    @SerialName("EventID") val eventId: String,
    @SerialName("Timestamp") val timestamp: String,
    @SerialName("Date") val date: String,
    @SerialName("Time") val time: String,
    @SerialName("GMT") val gmt: String,
    @SerialName("Venue") val venue: String,
    @SerialName("Country") val country: String,
    @SerialName("City") val city: String,
    @SerialName("CurFight") val curFight: String,
    @SerialName("EventStart") val eventStart: String,
    @SerialName("EventEnd") val eventEnd: String,
    @SerialName("Fights") val fights: List<FeedFight>,
)

@Serializable
data class EventLiveFeedUpdate(
    @SerialName("EventID") val eventId: String,
    @SerialName("Timestamp") val timestamp: String? = null,
    @SerialName("Date") val date: String? = null,
    @SerialName("Time") val time: String? = null,
    @SerialName("GMT") val gmt: String? = null,
    @SerialName("Venue") val venue: String? = null,
    @SerialName("Country") val country: String? = null,
    @SerialName("City") val city: String? = null,
    @SerialName("CurFight") val curFight: String? = null,
    @SerialName("EventStart") val eventStart: String? = null,
    @SerialName("EventEnd") val eventEnd: String? = null,
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

@Serializable
data class EventUpdate(
    /** Grows with every snapshot of the event. */
    val sequence: Long,
    @SerialName("FMLiveFeed") val fmLiveFeed: EventLiveFeedUpdate,
) : LiveUpdate

@Serializable
data class EventV1(
    val id: Int,
    /** The day where the event takes place. */
    @SerialName("event_date") val eventDate: String,
    @SerialName("secondary_feature_image") val secondaryFeatureImage: String,
    /** A path, or words. */
    @SerialName("ticket_image") val ticketImage: String,
    /** For example `ETPT`, which goes with a time text in two parts. */
    @SerialName("event_time_zone_text") val eventTimeZoneText: String,
    @SerialName("short_description") val shortDescription: String,
    /** Start. */
    @SerialName("event_dategmt") val eventDategmt: String,
    /** End. */
    @SerialName("end_event_dategmt") val endEventDategmt: String,
    val ticketurl: String,
    @SerialName("ticket_seller_name") val ticketSellerName: String?,
    @SerialName("base_title") val baseTitle: String,
    @SerialName("title_tag_line") val titleTagLine: String?,
    /** The metrics supplier's id of the event, EventID in the feed; not necessarily unique. */
    val statid: Int?,
    @SerialName("feature_image") val featureImage: String,
    val subtitle: String,
    @SerialName("event_status") val eventStatus: EventStatus,
    val arena: String,
    val location: String,
    @SerialName("event_time_text") val eventTimeText: String,
)

@Serializable
data class FeedAction(
    @SerialName("ActionID") val actionId: String,
    @SerialName("Type") val type: String,
    @SerialName("Time") val time: String,
    @SerialName("TruckTime") val truckTime: String,
    @SerialName("Fighter") val fighter: String,
    @SerialName("Round") val round: String,
)

@Serializable
data class FeedActionUpdate(
    @SerialName("ActionID") val actionId: String,
    @SerialName("Type") val type: String? = null,
    @SerialName("Time") val time: String? = null,
    @SerialName("TruckTime") val truckTime: String? = null,
    @SerialName("Fighter") val fighter: String? = null,
    @SerialName("Round") val round: String? = null,
)

@Serializable
data class FeedBorn(
    @SerialName("City") val city: String,
    @SerialName("State") val state: String,
    @SerialName("Country") val country: String,
    @SerialName("TriCode") val triCode: String,
)

@Serializable
data class FeedBornUpdate(
    @SerialName("City") val city: String? = null,
    @SerialName("State") val state: String? = null,
    @SerialName("Country") val country: String? = null,
    @SerialName("TriCode") val triCode: String? = null,
)

@Serializable
data class FeedFight(
    @SerialName("FightID") val fightId: String,
    @SerialName("Order") val order: String,
    @SerialName("AccoladeName") val accoladeName: String,
    @SerialName("WeightClassID") val weightClassId: String,
    @SerialName("WeightClassName") val weightClassName: String,
    @SerialName("Status") val status: String,
    @SerialName("PossibleRds") val possibleRds: String,
    @SerialName("CurRd") val curRd: String,
    @SerialName("Fighters") val fighters: List<FeedFighter>,
    @SerialName("Method") val method: String,
    @SerialName("EndingRoundNum") val endingRoundNum: String?,
    @SerialName("FightActions") val fightActions: List<FeedAction>,
)

@Serializable
data class FeedFightUpdate(
    @SerialName("FightID") val fightId: String,
    @SerialName("Order") val order: String? = null,
    @SerialName("AccoladeName") val accoladeName: String? = null,
    @SerialName("WeightClassID") val weightClassId: String? = null,
    @SerialName("WeightClassName") val weightClassName: String? = null,
    @SerialName("Status") val status: String? = null,
    @SerialName("PossibleRds") val possibleRds: String? = null,
    @SerialName("CurRd") val curRd: String? = null,
    @SerialName("Fighters") val fighters: List<FeedFighterUpdate>? = null,
    @SerialName("Method") val method: String? = null,
    @SerialName("EndingRoundNum") val endingRoundNum: String? = null,
    @SerialName("FightActions") val fightActions: List<FeedActionUpdate>? = null,
)

@Serializable
data class FeedFighter(
    @SerialName("FighterID") val fighterId: String,
    @SerialName("Color") val color: String,
    @SerialName("FirstName") val firstName: String,
    @SerialName("LastName") val lastName: String,
    @SerialName("ShortName") val shortName: String,
    @SerialName("FullName") val fullName: String,
    @SerialName("NickName") val nickName: String,
    @SerialName("Record") val record: FeedRecord,
    @SerialName("FightsOutOf") val fightsOutOf: FeedFightsOutOf,
    @SerialName("Born") val born: FeedBorn,
    @SerialName("DOB") val dob: String,
    @SerialName("Height") val height: String,
    @SerialName("Weight") val weight: String,
    @SerialName("Stance") val stance: String,
    @SerialName("Outcome") val outcome: String,
)

@Serializable
data class FeedFighterUpdate(
    @SerialName("FighterID") val fighterId: String,
    @SerialName("Color") val color: String? = null,
    @SerialName("FirstName") val firstName: String? = null,
    @SerialName("LastName") val lastName: String? = null,
    @SerialName("ShortName") val shortName: String? = null,
    @SerialName("FullName") val fullName: String? = null,
    @SerialName("NickName") val nickName: String? = null,
    @SerialName("Record") val record: FeedRecordUpdate? = null,
    @SerialName("FightsOutOf") val fightsOutOf: FeedFightsOutOfUpdate? = null,
    @SerialName("Born") val born: FeedBornUpdate? = null,
    @SerialName("DOB") val dob: String? = null,
    @SerialName("Height") val height: String? = null,
    @SerialName("Weight") val weight: String? = null,
    @SerialName("Stance") val stance: String? = null,
    @SerialName("Outcome") val outcome: String? = null,
)

@Serializable
data class FeedFightsOutOf(
    @SerialName("City") val city: String,
    @SerialName("State") val state: String,
    @SerialName("Country") val country: String,
    @SerialName("TriCode") val triCode: String,
)

@Serializable
data class FeedFightsOutOfUpdate(
    @SerialName("City") val city: String? = null,
    @SerialName("State") val state: String? = null,
    @SerialName("Country") val country: String? = null,
    @SerialName("TriCode") val triCode: String? = null,
)

@Serializable
data class FeedRecord(
    @SerialName("TotFights") val totFights: String,
    @SerialName("Win") val win: String,
    @SerialName("Loss") val loss: String,
    @SerialName("Draw") val draw: String,
    @SerialName("NC") val nc: String,
)

@Serializable
data class FeedRecordUpdate(
    @SerialName("TotFights") val totFights: String? = null,
    @SerialName("Win") val win: String? = null,
    @SerialName("Loss") val loss: String? = null,
    @SerialName("Draw") val draw: String? = null,
    @SerialName("NC") val nc: String? = null,
)

@Serializable
data class Fight(
    val id: Int,
    @SerialName("event_id") val eventId: Int,
    /** The metrics supplier's id of the bout. */
    val statid: Int?,
    /** Place on the card; 1 is the main event. */
    @SerialName("fightcard_order") val fightcardOrder: Long,
    @SerialName("fight_description") val fightDescription: String?,
    @SerialName("is_title_fight") val isTitleFight: Boolean,
    @SerialName("is_main_event") val isMainEvent: Boolean,
    @SerialName("is_prelim") val isPrelim: Boolean,
    /** 0: the opponent is not yet known. */
    @SerialName("fighter1_id") val fighter1Id: Int,
    /** Wins, losses and draws. */
    val fighter1record: String,
    /** Inches; 0 when not known. */
    val fighter1height: Long,
    /** Pounds; 0 when not known. */
    val fighter1weight: Long,
    /** Inches. */
    val fighter1reach: Long?,
    val fighter1odds: JsonPrimitive?,
    /** Null: the opponent is not yet known. */
    @SerialName("fighter1_first_name") val fighter1FirstName: String?,
    /** Null: the opponent is not yet known. */
    @SerialName("fighter1_last_name") val fighter1LastName: String?,
    @SerialName("fighter1_nickname") val fighter1Nickname: String?,
    @SerialName("fighter1_weight_class") val fighter1WeightClass: WeightClass?,
    @SerialName("fighter1_rank") val fighter1Rank: String?,
    @SerialName("fighter1_wins") val fighter1Wins: Long?,
    @SerialName("fighter1_losses") val fighter1Losses: Long?,
    @SerialName("fighter1_draws") val fighter1Draws: Long?,
    /** The metrics supplier's id of the fighter. */
    @SerialName("fighter1_statid") val fighter1Statid: Int?,
    @SerialName("fighter1_full_body_image") val fighter1FullBodyImage: String? = null,
    @SerialName("fighter1_profile_image") val fighter1ProfileImage: String? = null,
    /** Left out when not known; false before the end. */
    @SerialName("fighter1_is_winner") val fighter1IsWinner: Boolean? = null,
    @SerialName("fighter1_averagefighttime") val fighter1Averagefighttime: String? = null,
    @SerialName("fighter1_averagefighttime_seconds") val fighter1AveragefighttimeSeconds: String? = null,
    @SerialName("fighter1_kdaverage") val fighter1Kdaverage: String? = null,
    @SerialName("fighter1_slpm") val fighter1Slpm: String? = null,
    @SerialName("fighter1_strikingaccuracy") val fighter1Strikingaccuracy: String? = null,
    @SerialName("fighter1_sapm") val fighter1Sapm: String? = null,
    @SerialName("fighter1_strikingdefense") val fighter1Strikingdefense: String? = null,
    @SerialName("fighter1_takedownaverage") val fighter1Takedownaverage: String? = null,
    @SerialName("fighter1_takedownaccuracy") val fighter1Takedownaccuracy: String? = null,
    @SerialName("fighter1_takedowndefense") val fighter1Takedowndefense: String? = null,
    @SerialName("fighter1_submissionsaverage") val fighter1Submissionsaverage: String? = null,
    /** 0: the opponent is not yet known. */
    @SerialName("fighter2_id") val fighter2Id: Int,
    /** Wins, losses and draws. */
    val fighter2record: String,
    /** Inches; 0 when not known. */
    val fighter2height: Long,
    /** Pounds; 0 when not known. */
    val fighter2weight: Long,
    /** Inches. */
    val fighter2reach: Long?,
    val fighter2odds: JsonPrimitive?,
    /** Null: the opponent is not yet known. */
    @SerialName("fighter2_first_name") val fighter2FirstName: String?,
    /** Null: the opponent is not yet known. */
    @SerialName("fighter2_last_name") val fighter2LastName: String?,
    @SerialName("fighter2_nickname") val fighter2Nickname: String?,
    @SerialName("fighter2_weight_class") val fighter2WeightClass: WeightClass?,
    @SerialName("fighter2_rank") val fighter2Rank: String?,
    @SerialName("fighter2_wins") val fighter2Wins: Long?,
    @SerialName("fighter2_losses") val fighter2Losses: Long?,
    @SerialName("fighter2_draws") val fighter2Draws: Long?,
    /** The metrics supplier's id of the fighter. */
    @SerialName("fighter2_statid") val fighter2Statid: Int?,
    @SerialName("fighter2_full_body_image") val fighter2FullBodyImage: String? = null,
    @SerialName("fighter2_profile_image") val fighter2ProfileImage: String? = null,
    /** Left out when not known; false before the end. */
    @SerialName("fighter2_is_winner") val fighter2IsWinner: Boolean? = null,
    @SerialName("fighter2_averagefighttime") val fighter2Averagefighttime: String? = null,
    @SerialName("fighter2_averagefighttime_seconds") val fighter2AveragefighttimeSeconds: String? = null,
    @SerialName("fighter2_kdaverage") val fighter2Kdaverage: String? = null,
    @SerialName("fighter2_slpm") val fighter2Slpm: String? = null,
    @SerialName("fighter2_strikingaccuracy") val fighter2Strikingaccuracy: String? = null,
    @SerialName("fighter2_sapm") val fighter2Sapm: String? = null,
    @SerialName("fighter2_strikingdefense") val fighter2Strikingdefense: String? = null,
    @SerialName("fighter2_takedownaverage") val fighter2Takedownaverage: String? = null,
    @SerialName("fighter2_takedownaccuracy") val fighter2Takedownaccuracy: String? = null,
    @SerialName("fighter2_takedowndefense") val fighter2Takedowndefense: String? = null,
    @SerialName("fighter2_submissionsaverage") val fighter2Submissionsaverage: String? = null,
    /** Time of the last round, `m:ss`; empty before the end. */
    @SerialName("ending_time") val endingTime: String,
    @SerialName("ending_round_number") val endingRoundNumber: String? = null,
    val result: FightResult? = null,
    /** Address of the live statistics; its ids are -1 when there are none. */
    @SerialName("fm_stats_feed_url") val fmStatsFeedUrl: String,
    /** The same address as the statistics. */
    @SerialName("fm_fight_rhythm_feed_url") val fmFightRhythmFeedUrl: String,
)

@Serializable
data class FightResult(
    @SerialName("Method") val method: String?,
    @SerialName("EndingRound") val endingRound: String?,
    /** Time of the last round, `m:ss`; empty before the end. */
    @SerialName("EndingTime") val endingTime: String,
    @SerialName("Submission") val submission: String?,
    @SerialName("EndStrike") val endStrike: String?,
    @SerialName("EndTarget") val endTarget: String?,
    @SerialName("EndPosition") val endPosition: String?,
    @SerialName("EndNotes") val endNotes: String?,
    @SerialName("FightOfTheNight") val fightOfTheNight: Boolean?,
    @SerialName("Scores") val scores: List<FightScore>,
)

/** One judge's scores; before the end there is one of these, with five nulls. */
@Serializable
data class FightScore(
    @SerialName("WinnerScore") val winnerScore: String?,
    @SerialName("LoserScore") val loserScore: String?,
    /** The metrics supplier's id of the judge. */
    @SerialName("JudgeID") val judgeId: String?,
    @SerialName("JudgeFirstName") val judgeFirstName: String?,
    @SerialName("JudgeLastName") val judgeLastName: String?,
)

@Serializable
data class Fighter(
    val id: Int,
    val nickname: String?,
    /** Null, which is rare: the record is not known. */
    val wins: Long?,
    val losses: Long?,
    val draws: Long?,
    /** The metrics supplier's id of the fighter. */
    val statid: Int?,
    @SerialName("last_name") val lastName: String,
    @SerialName("first_name") val firstName: String,
    @SerialName("weight_class") val weightClass: WeightClass?,
    @SerialName("title_holder") val titleHolder: Boolean,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    val rank: Rank?,
    @SerialName("pound_for_pound_rank") val poundForPoundRank: PoundForPoundRank?,
    val thumbnail: String,
    @SerialName("profile_image") val profileImage: String,
    /** Past and present champions only. */
    @SerialName("belt_thumbnail") val beltThumbnail: String? = null,
    @SerialName("left_full_body_image") val leftFullBodyImage: String? = null,
    @SerialName("right_full_body_image") val rightFullBodyImage: String? = null,
    /** Web page of the fighter, the slug after `/fighter/`. */
    val link: String,
)

@Serializable
data class FighterDetail(
    val id: Int,
    val nickname: String?,
    /** Null, which is rare: the record is not known. */
    val wins: Long?,
    val losses: Long?,
    val draws: Long?,
    /** The metrics supplier's id of the fighter. */
    val statid: Int?,
    @SerialName("last_name") val lastName: String,
    @SerialName("first_name") val firstName: String,
    @SerialName("weight_class") val weightClass: WeightClass?,
    @SerialName("title_holder") val titleHolder: Boolean,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    val rank: Rank?,
    @SerialName("pound_for_pound_rank") val poundForPoundRank: PoundForPoundRank?,
    val thumbnail: String,
    @SerialName("profile_image") val profileImage: String,
    /** Past and present champions only. */
    @SerialName("belt_thumbnail") val beltThumbnail: String? = null,
    @SerialName("left_full_body_image") val leftFullBodyImage: String? = null,
    @SerialName("right_full_body_image") val rightFullBodyImage: String? = null,
    /** Web page of the fighter, the slug after `/fighter/`. */
    val link: String,
    @SerialName("city_residing") val cityResiding: String?,
    @SerialName("state_residing") val stateResiding: String?,
    @SerialName("country_residing") val countryResiding: String?,
    /** Birth date. */
    val dob: String?,
    @SerialName("store_link") val storeLink: String?,
    /** Inches; 0 when not known. */
    val height: Long,
    /** The height in feet and inches, for reading. */
    @SerialName("height_ft") val heightFt: String?,
    /** Pounds. */
    val weight: Long?,
    /** Kilograms. */
    @SerialName("weight_kg") val weightKg: Double?,
    val strengths: String?,
    @SerialName("ko_tko_wins") val koTkoWins: Long,
    @SerialName("submission_wins") val submissionWins: Long,
    @SerialName("decision_wins") val decisionWins: Long,
    @SerialName("AverageFightTime") val averageFightTime: String? = null,
    @SerialName("AverageFightTime_Seconds") val averageFightTimeSeconds: String? = null,
    @SerialName("KDAverage") val kdAverage: String? = null,
    /** Significant strikes landed per minute. */
    @SerialName("SLpM") val sLpM: String? = null,
    @SerialName("StrikingAccuracy") val strikingAccuracy: String? = null,
    /** Significant strikes absorbed per minute. */
    @SerialName("SApM") val sApM: String? = null,
    @SerialName("StrikingDefense") val strikingDefense: String? = null,
    @SerialName("TakedownAverage") val takedownAverage: String? = null,
    @SerialName("TakedownAccuracy") val takedownAccuracy: String? = null,
    @SerialName("TakedownDefense") val takedownDefense: String? = null,
    @SerialName("SubmissionsAverage") val submissionsAverage: String? = null,
    /** Mean of the division. */
    @SerialName("avg_SLpM") val avgSLpM: Double?,
    /** Maximum of the division. */
    @SerialName("max_SLpM") val maxSLpM: Double?,
    /** Mean of the division. */
    @SerialName("avg_SApM") val avgSApM: Double?,
    /** Maximum of the division. */
    @SerialName("max_SApM") val maxSApM: Double?,
    /** Mean of the division. */
    @SerialName("avg_TD") val avgTd: Double?,
    /** Maximum of the division. */
    @SerialName("max_TD") val maxTd: Double?,
    /** Mean of the division. */
    @SerialName("avg_submission_attempts") val avgSubmissionAttempts: Double?,
    /** Maximum of the division. */
    @SerialName("max_submission_attempts") val maxSubmissionAttempts: Double?,
    /** Newest first; left out when there are none. */
    val fights: List<CareerBout>? = null,
)

@Serializable
data class FighterDetailV1(
    val id: Int,
    /** Null, which is rare: the record is not known. */
    val wins: Long?,
    /** The metrics supplier's id of the fighter. */
    val statid: Int?,
    val losses: Long?,
    @SerialName("last_name") val lastName: String,
    @SerialName("weight_class") val weightClass: WeightClass?,
    @SerialName("title_holder") val titleHolder: Boolean,
    val draws: Long?,
    @SerialName("first_name") val firstName: String,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    val thumbnail: String,
    /** Past and present champions only. */
    @SerialName("belt_thumbnail") val beltThumbnail: String? = null,
    @SerialName("city_residing") val cityResiding: String?,
    @SerialName("state_residing") val stateResiding: String?,
    @SerialName("country_residing") val countryResiding: String?,
    /** Birth date. */
    val dob: String?,
    @SerialName("store_link") val storeLink: String?,
    /** Inches; 0 when not known. */
    val height: Long,
    /** The height in feet and inches, for reading. */
    @SerialName("height_ft") val heightFt: String?,
    /** Pounds. */
    val weight: Long?,
    /** Kilograms. */
    @SerialName("weight_kg") val weightKg: Double?,
    val strengths: String?,
    @SerialName("ko_tko_wins") val koTkoWins: Long,
    @SerialName("submission_wins") val submissionWins: Long,
    @SerialName("decision_wins") val decisionWins: Long,
    @SerialName("AverageFightTime") val averageFightTime: String? = null,
    @SerialName("AverageFightTime_Seconds") val averageFightTimeSeconds: String? = null,
    @SerialName("KDAverage") val kdAverage: String? = null,
    /** Significant strikes landed per minute. */
    @SerialName("SLpM") val sLpM: String? = null,
    @SerialName("StrikingAccuracy") val strikingAccuracy: String? = null,
    /** Significant strikes absorbed per minute. */
    @SerialName("SApM") val sApM: String? = null,
    @SerialName("StrikingDefense") val strikingDefense: String? = null,
    @SerialName("TakedownAverage") val takedownAverage: String? = null,
    @SerialName("TakedownAccuracy") val takedownAccuracy: String? = null,
    @SerialName("TakedownDefense") val takedownDefense: String? = null,
    @SerialName("SubmissionsAverage") val submissionsAverage: String? = null,
    /** Mean of the division. */
    @SerialName("avg_SLpM") val avgSLpM: Double?,
    /** Maximum of the division. */
    @SerialName("max_SLpM") val maxSLpM: Double?,
    /** Mean of the division. */
    @SerialName("avg_SApM") val avgSApM: Double?,
    /** Maximum of the division. */
    @SerialName("max_SApM") val maxSApM: Double?,
    /** Mean of the division. */
    @SerialName("avg_TD") val avgTd: Double?,
    /** Maximum of the division. */
    @SerialName("max_TD") val maxTd: Double?,
    /** Mean of the division. */
    @SerialName("avg_submission_attempts") val avgSubmissionAttempts: Double?,
    /** Maximum of the division. */
    @SerialName("max_submission_attempts") val maxSubmissionAttempts: Double?,
    /** Newest first; left out when there are none. */
    val fights: List<CareerBout>? = null,
)

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

@Serializable
data class FighterV1(
    val id: Int,
    /** Null, which is rare: the record is not known. */
    val wins: Long?,
    /** The metrics supplier's id of the fighter. */
    val statid: Int?,
    val losses: Long?,
    @SerialName("last_name") val lastName: String,
    @SerialName("weight_class") val weightClass: WeightClass?,
    @SerialName("title_holder") val titleHolder: Boolean,
    val draws: Long?,
    @SerialName("first_name") val firstName: String,
    @SerialName("fighter_status") val fighterStatus: FighterStatus,
    val thumbnail: String,
    /** Past and present champions only. */
    @SerialName("belt_thumbnail") val beltThumbnail: String? = null,
)

@Serializable
data class Health(
    /** Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503. */
    val status: HealthStatus,
    val version: HealthVersion,
    val locale: HealthLocale,
    /** Clock of the server. */
    val time: String,
)

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

@Serializable
data class Instructions(
    val title: String,
    /** HTML. */
    val body: String,
    val locale: InstructionsLocale,
)

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

@Serializable
data class Live(
    /** Whether the event is the live event. */
    val live: Boolean,
    @SerialName("event_id") val eventId: Int?,
    val title: String?,
    /** HLS. */
    @SerialName("mobile_stream_url") val mobileStreamUrl: String?,
    @SerialName("starts_at") val startsAt: String?,
    @SerialName("ends_at") val endsAt: String?,
)

@Serializable
data class LiveContent(
    val event: Event?,
    val media: List<Media>,
    val news: List<News>,
)

@Serializable
data class LiveContentV1(
    val event: EventV1?,
    val media: List<Media>,
    val news: List<News>,
)

@Serializable
data class LiveEventUrl(
    /** Null also while no stored event has the statid. */
    @SerialName("event_id") val eventId: Int?,
    /** EventID in the feed. */
    val statid: Int?,
    @SerialName("live_event_url") val liveEventUrl: String?,
)

@Serializable(with = LiveUpdateSerializer::class)
sealed interface LiveUpdate

object LiveUpdateSerializer : JsonContentPolymorphicSerializer<LiveUpdate>(LiveUpdate::class) {
    override fun selectDeserializer(element: JsonElement): DeserializationStrategy<LiveUpdate> {
        val member = element.jsonObject["Type"]
        return if (member == null || member is JsonNull) EventUpdate.serializer() else BoutUpdate.serializer()
    }
}

@Serializable
data class Media(
    val id: Int,
    @SerialName("media_date") val mediaDate: String,
    val type: MediaType,
    val description: String,
    @SerialName("more_link_text") val moreLinkText: String,
    val thumbnail: String,
    @SerialName("more_linkurl") val moreLinkurl: String,
    /** Path on the video host, of an internal video. */
    @SerialName("internal_url") val internalUrl: String,
    val title: String,
    /** Whose player an embedded video needs; an open list. */
    @SerialName("embedded_type") val embeddedType: String?,
    /** Id of an embedded video at its host. */
    @SerialName("embedded_id") val embeddedId: String?,
    /** HLS. */
    @SerialName("mobile_stream_url") val mobileStreamUrl: String?,
    /** MP4. */
    @SerialName("mobile_video_url") val mobileVideoUrl: String?,
    @SerialName("last_modified") val lastModified: String,
    val created: String,
    @SerialName("published_start_date") val publishedStartDate: String,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    @SerialName("keyword_ids") val keywordIds: List<Long>,
)

@Serializable
data class MediaItem(
    val id: Int,
    @SerialName("media_date") val mediaDate: String,
    val type: MediaType,
    val description: String,
    @SerialName("more_link_text") val moreLinkText: String,
    val thumbnail: String,
    @SerialName("more_linkurl") val moreLinkurl: String,
    /** Path on the video host, of an internal video. */
    @SerialName("internal_url") val internalUrl: String,
    val title: String,
    /** Whose player an embedded video needs; an open list. */
    @SerialName("embedded_type") val embeddedType: String?,
    /** Id of an embedded video at its host. */
    @SerialName("embedded_id") val embeddedId: String?,
    /** HLS. */
    @SerialName("mobile_stream_url") val mobileStreamUrl: String?,
    /** MP4. */
    @SerialName("mobile_video_url") val mobileVideoUrl: String?,
    @SerialName("last_modified") val lastModified: String,
    val created: String,
    @SerialName("published_start_date") val publishedStartDate: String,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    @SerialName("keyword_ids") val keywordIds: List<Long>,
    /** The photos of a photo gallery, in its order. */
    val photos: List<Photo>,
)

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

@Serializable
data class MetricsEntry(
    @SerialName("event_id") val eventId: Int,
    /** EventID in the feed. */
    val statid: Int,
    @SerialName("base_title") val baseTitle: String,
    @SerialName("title_tag_line") val titleTagLine: String?,
    @SerialName("event_dategmt") val eventDategmt: String,
    @SerialName("event_status") val eventStatus: EventStatus,
    /** Null until a feed is received. */
    @SerialName("live_event_url") val liveEventUrl: String?,
    @SerialName("fm_fnt_feed_url") val fmFntFeedUrl: String,
)

@Serializable
data class News(
    val id: Int,
    /** Caption of the link to an off-site article. */
    @SerialName("external_url_text") val externalUrlText: String,
    /** Address of an off-site article. */
    @SerialName("external_url") val externalUrl: String,
    val author: String?,
    val title: String,
    /** The leading media item. */
    @SerialName("article_media_id") val articleMediaId: Int?,
    /** The fighter the article is about. */
    @SerialName("article_fighter_id") val articleFighterId: Int?,
    @SerialName("article_date") val articleDate: String,
    val thumbnail: String,
    /** Teaser; may hold HTML. */
    val introduction: String,
    @SerialName("featured_news_category") val featuredNewsCategory: String?,
    @SerialName("last_modified") val lastModified: String,
    /** Slug; not necessarily unique. */
    @SerialName("url_name") val urlName: String,
    val created: String?,
    /** A date in the future does not hide the article. */
    @SerialName("published_start_date") val publishedStartDate: String?,
    @SerialName("keyword_ids") val keywordIds: List<Long>,
)

@Serializable
data class ParameterError(
    /** Name of a path or query parameter. */
    val parameter: String,
    val detail: String,
) : ProblemDetailsErrorsItem

@Serializable
data class Photo(
    val id: Int,
    @SerialName("thumbnail_path") val thumbnailPath: String,
    val path: String,
    val caption: String,
    /** Place in the gallery, ascending. */
    @SerialName("gallery_order") val galleryOrder: Long,
    /** The media item the photo belongs to. */
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

@Serializable
data class ProblemDetails(
    /** What kind of problem this is; the only member to tell problems apart by. */
    val type: String,
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

@Serializable
data class RingPresenter(
    val id: Int,
    @SerialName("first_name") val firstName: String,
    @SerialName("last_name") val lastName: String,
    @SerialName("date_of_birth") val dateOfBirth: String,
    /** Inches; 0 when not known. */
    val height: Long,
    /** Pounds; 0 when not known. */
    val weight: Long,
    @SerialName("city_residing") val cityResiding: String,
    @SerialName("state_residing") val stateResiding: String,
    @SerialName("country_residing") val countryResiding: String,
    /** HTML. */
    val biography1: String,
    /** HTML. */
    val biography2: String,
    @SerialName("biography_header") val biographyHeader: String,
    @SerialName("short_description") val shortDescription: String,
    val quote: String,
    val hobbies: String,
    @SerialName("favorite_foods") val favoriteFoods: String,
    val favoritetvshows: String,
    @SerialName("career_goals") val careerGoals: String,
    /** Kept for existing clients; left empty. */
    @SerialName("turn_ons") val turnOns: String,
    /** Kept for existing clients; left empty. */
    @SerialName("ways_to_pick_up") val waysToPickUp: String,
    @SerialName("banner_background_image") val bannerBackgroundImage: String,
    @SerialName("large_profile_picture") val largeProfilePicture: String,
    @SerialName("medium_profile_picture") val mediumProfilePicture: String,
    @SerialName("twitter_username") val twitterUsername: String,
    @SerialName("twitter_hashtag") val twitterHashtag: String,
    val websiteurl: String,
    val storeurl: String,
    @SerialName("youtube_channelurl") val youtubeChannelurl: String,
    @SerialName("large_body_picture") val largeBodyPicture: String?,
    @SerialName("twitter_feed_file_name") val twitterFeedFileName: String?,
    /** The media item about her. */
    @SerialName("octagon_girl_media_id") val octagonGirlMediaId: Int?,
    val gallery: List<Photo>,
)

@Serializable
data class Root(
    val version: RootVersion,
    val locale: RootLocale,
    /** Every route of this family. */
    val routes: List<RootRoutesItem>,
)

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
    val name: String,
    val method: RootRoutesItemMethod,
    /** Template with `:name` parameters; a segment in parentheses may be left out. */
    val path: String,
)

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

@Serializable
data class RoundScoring(
    @SerialName("event_id") val eventId: Int,
    val statid: Int?,
    /** In the order of the card. */
    val fights: List<ScoringFight>,
)

/** Exactly one of `fight_id` and `fight_statid` is given. */
@Serializable
data class ScoreBody(
    @SerialName("event_id") val eventId: Int,
    @SerialName("round_num") val roundNum: Int,
    @SerialName("fighter1_score") val fighter1Score: Int,
    @SerialName("fighter2_score") val fighter2Score: Int,
    /** An unguessable id the app made once; whoever knows it can change its scores. */
    @SerialName("client_id") val clientId: String,
    @SerialName("fight_id") val fightId: Int? = null,
    @SerialName("fight_statid") val fightStatid: Int? = null,
)

@Serializable
data class Scorecard(
    /** Always "ok". */
    val status: String,
    @SerialName("event_id") val eventId: Int,
    @SerialName("fight_id") val fightId: Int,
    @SerialName("round_num") val roundNum: Int,
    @SerialName("fighter1_score") val fighter1Score: Int,
    @SerialName("fighter2_score") val fighter2Score: Int,
    /** An unguessable id the app made once; whoever knows it can change its scores. */
    @SerialName("client_id") val clientId: String,
)

@Serializable
data class ScoringFight(
    @SerialName("fight_id") val fightId: Int,
    @SerialName("fight_statid") val fightStatid: Int?,
    @SerialName("fighter1_statid") val fighter1Statid: Int?,
    @SerialName("fighter2_statid") val fighter2Statid: Int?,
    @SerialName("fighter1_last_name") val fighter1LastName: String?,
    @SerialName("fighter2_last_name") val fighter2LastName: String?,
    /** 0 before the first. */
    @SerialName("current_round") val currentRound: Int,
    /** One per scheduled round, ascending. */
    val rounds: List<ScoringRound>,
)

@Serializable
data class ScoringRound(
    @SerialName("round_num") val roundNum: Int,
    /** Mean of the scorecards, rounded half up; 0.00 without one. */
    @SerialName("fighter1_score") val fighter1Score: String,
    /** Mean of the scorecards, rounded half up; 0.00 without one. */
    @SerialName("fighter2_score") val fighter2Score: String,
    @SerialName("scores_count") val scoresCount: Long,
    /** Whether the round takes scores now. */
    val open: Boolean,
)

@Serializable
data class Stat(
    /** The metrics supplier's id of the fighter. */
    val statid: Int,
    val stat: StatName,
    /** A number as a string; `m:ss` for the two fight times. */
    @SerialName("Value") val value: String,
    @SerialName("Rank") val rank: Long,
    @SerialName("Born") val born: CountryKey,
    @SerialName("fighter_id") val fighterId: Int?,
    @SerialName("first_name") val firstName: String?,
    @SerialName("last_name") val lastName: String?,
    @SerialName("weight_class") val weightClass: WeightClass?,
)

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

@Serializable
data class StatsFilters(
    @SerialName("weight_class") val weightClass: List<StatsFiltersWeightClassItem>,
    /** The countries that occur. */
    @SerialName("born_country") val bornCountry: List<StatsFiltersBornCountryItem>,
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

@Serializable
data class Tickets(
    @SerialName("event_id") val eventId: Int,
    val ticketurl: String,
    @SerialName("ticket_seller_name") val ticketSellerName: String?,
    /** A path, or words. */
    @SerialName("ticket_image") val ticketImage: String,
    @SerialName("ticket_general_sale_date") val ticketGeneralSaleDate: String?,
    @SerialName("ticket_general_sale_text") val ticketGeneralSaleText: String,
)

@Serializable(with = TitleHolderSerializer::class)
sealed interface TitleHolder

object TitleHolderSerializer : JsonContentPolymorphicSerializer<TitleHolder>(TitleHolder::class) {
    override fun selectDeserializer(element: JsonElement): DeserializationStrategy<TitleHolder> {
        val member = element.jsonObject["id"]
        return if (member == null || member is JsonNull) VacantTitle.serializer() else Champion.serializer()
    }
}

@Serializable(with = TitleHolderV1Serializer::class)
sealed interface TitleHolderV1

object TitleHolderV1Serializer : JsonContentPolymorphicSerializer<TitleHolderV1>(TitleHolderV1::class) {
    override fun selectDeserializer(element: JsonElement): DeserializationStrategy<TitleHolderV1> {
        val member = element.jsonObject["id"]
        return if (member == null || member is JsonNull) VacantTitleV1.serializer() else ChampionV1.serializer()
    }
}

@Serializable
data class Translation(
    /** Name of the bundle; an integer when it is numeric. */
    val id: JsonPrimitive,
    val locale: TranslationLocale,
    /** Text by key. */
    val translations: Map<String, String>,
)

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

@Serializable
data class UpdateResult(
    /** Always "ok". */
    val status: String,
    @SerialName("EventID") val eventId: String,
    /** Null for an event's snapshot. */
    @SerialName("FightID") val fightId: String?,
    /** The one now stored. */
    val sequence: Long,
    val applied: Boolean,
    /** Why the snapshot changed nothing. */
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
    /** Always 0. */
    val wins: Int,
    /** Always 0. */
    val losses: Int,
    /** Always 0. */
    val draws: Int,
    /** Words that say the holder is to be determined. */
    @SerialName("first_name") val firstName: String,
    @SerialName("weight_class") val weightClass: WeightClass,
    /** Always true. */
    @SerialName("title_holder") val titleHolder: Boolean,
    @SerialName("belt_thumbnail") val beltThumbnail: String,
    @SerialName("profile_image") val profileImage: String,
    val link: String,
) : TitleHolder

/** A division without a title holder. */
@Serializable
data class VacantTitleV1(
    /** Always 0. */
    val wins: Int,
    /** Always 0. */
    val losses: Int,
    /** Always 0. */
    val draws: Int,
    /** Words that say the holder is to be determined. */
    @SerialName("first_name") val firstName: String,
    @SerialName("weight_class") val weightClass: WeightClass,
    /** Always true. */
    @SerialName("title_holder") val titleHolder: Boolean,
    @SerialName("belt_thumbnail") val beltThumbnail: String,
) : TitleHolderV1

@Serializable
data class Vote(
    @SerialName("fight_id") val fightId: Int,
    @SerialName("round_num") val roundNum: Int,
    @SerialName("fighter_statid") val fighterStatid: Int,
    /** An unguessable id the app made once; whoever knows it can move its votes. */
    @SerialName("client_id") val clientId: String,
    /** Always true. */
    val voted: Boolean,
    /** When the client's vote went to this fighter. */
    val created: String,
)

@Serializable
data class VoteBody(
    @SerialName("round_num") val roundNum: Int,
    /** One of the fight's two. */
    @SerialName("fighter_statid") val fighterStatid: Int,
    /** An unguessable id the app made once; whoever knows it can move its votes. */
    @SerialName("client_id") val clientId: String,
)

@Serializable
data class VoteRound(
    @SerialName("round_num") val roundNum: Int,
    @SerialName("fighter1_votes") val fighter1Votes: Long,
    @SerialName("fighter2_votes") val fighter2Votes: Long,
    /** Rounded half up. */
    @SerialName("fighter1_percentage") val fighter1Percentage: String,
    /** The rest to 100.00; both 0.00 without votes. */
    @SerialName("fighter2_percentage") val fighter2Percentage: String,
)

@Serializable
data class VoteTally(
    @SerialName("fight_id") val fightId: Int,
    @SerialName("fighter1_statid") val fighter1Statid: Int?,
    @SerialName("fighter2_statid") val fighter2Statid: Int?,
    /** Of all rounds. */
    @SerialName("total_votes") val totalVotes: Long,
    /** One per scheduled round, ascending. */
    val rounds: List<VoteRound>,
)

@Serializable
data class Watch(
    @SerialName("event_id") val eventId: Int,
    val isppvevent: Boolean,
    val subtitle: String,
    @SerialName("trailer_url") val trailerUrl: String?,
    /** HLS. */
    @SerialName("mobile_stream_url") val mobileStreamUrl: String?,
    @SerialName("event_time_text") val eventTimeText: String,
    /** For example `ETPT`, which goes with a time text in two parts. */
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
