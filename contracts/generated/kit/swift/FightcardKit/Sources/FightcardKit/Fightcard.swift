// Made by `npm run generate` from the contracts. Do not edit.

import Foundation

public enum Fightcard {
    /// A message to everyone; listed until it expires.
    public struct Alert: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Heading of the alert.
        public var title: String
        /// Text of the alert.
        public var message: String
        /// Where the alert leads.
        public var url: String?
        /// Id of the event that the alert is about.
        public var eventId: Int?
        /// When the alert was issued.
        public var created: String
        /// When the alert leaves the list; null: never.
        public var expires: String?

        public init(
            id: Int,
            title: String,
            message: String,
            url: String? = nil,
            eventId: Int? = nil,
            created: String,
            expires: String? = nil
        ) {
            self.id = id
            self.title = title
            self.message = message
            self.url = url
            self.eventId = eventId
            self.created = created
            self.expires = expires
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case title
            case message
            case url
            case eventId = "event_id"
            case created
            case expires
        }
    }

    /// An article with its text and what belongs to it.
    public struct Article: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Caption of the link to an off-site article.
        public var externalUrlText: String
        /// Address of an off-site article.
        public var externalUrl: String
        /// Who wrote it; null or empty when not known.
        public var author: String?
        /// Heading of the article.
        public var title: String
        /// Id of the leading media item.
        public var articleMediaId: Int?
        /// Id of the fighter the article is about.
        public var articleFighterId: Int?
        /// The day of the article.
        public var articleDate: String
        /// Small image; empty when there is none.
        public var thumbnail: String
        /// Teaser; may hold HTML.
        public var introduction: String
        /// Category in which the article is featured.
        public var featuredNewsCategory: String?
        /// When the record was last changed.
        public var lastModified: String
        /// Slug; not necessarily unique.
        public var urlName: String
        /// When the record was made.
        public var created: String?
        /// From when; a date in the future does not hide the article.
        public var publishedStartDate: String?
        /// Ids of the tags.
        public var keywordIds: [Int]
        /// The whole article, in HTML.
        public var content: String
        /// The leading media item.
        public var articleMedia: Media?
        /// Articles on the same subject.
        public var related: [News]
        /// Fighters that the article names.
        public var fighters: [Fighter]

        public init(
            id: Int,
            externalUrlText: String,
            externalUrl: String,
            author: String? = nil,
            title: String,
            articleMediaId: Int? = nil,
            articleFighterId: Int? = nil,
            articleDate: String,
            thumbnail: String,
            introduction: String,
            featuredNewsCategory: String? = nil,
            lastModified: String,
            urlName: String,
            created: String? = nil,
            publishedStartDate: String? = nil,
            keywordIds: [Int],
            content: String,
            articleMedia: Media? = nil,
            related: [News],
            fighters: [Fighter]
        ) {
            self.id = id
            self.externalUrlText = externalUrlText
            self.externalUrl = externalUrl
            self.author = author
            self.title = title
            self.articleMediaId = articleMediaId
            self.articleFighterId = articleFighterId
            self.articleDate = articleDate
            self.thumbnail = thumbnail
            self.introduction = introduction
            self.featuredNewsCategory = featuredNewsCategory
            self.lastModified = lastModified
            self.urlName = urlName
            self.created = created
            self.publishedStartDate = publishedStartDate
            self.keywordIds = keywordIds
            self.content = content
            self.articleMedia = articleMedia
            self.related = related
            self.fighters = fighters
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case externalUrlText = "external_url_text"
            case externalUrl = "external_url"
            case author
            case title
            case articleMediaId = "article_media_id"
            case articleFighterId = "article_fighter_id"
            case articleDate = "article_date"
            case thumbnail
            case introduction
            case featuredNewsCategory = "featured_news_category"
            case lastModified = "last_modified"
            case urlName = "url_name"
            case created
            case publishedStartDate = "published_start_date"
            case keywordIds = "keyword_ids"
            case content
            case articleMedia = "article_media"
            case related
            case fighters
        }
    }

    /// An article with its text and what belongs to it.
    public struct ArticleV1: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Caption of the link to an off-site article.
        public var externalUrlText: String
        /// Address of an off-site article.
        public var externalUrl: String
        /// Who wrote it; null or empty when not known.
        public var author: String?
        /// Heading of the article.
        public var title: String
        /// Id of the leading media item.
        public var articleMediaId: Int?
        /// Id of the fighter the article is about.
        public var articleFighterId: Int?
        /// The day of the article.
        public var articleDate: String
        /// Small image; empty when there is none.
        public var thumbnail: String
        /// Teaser; may hold HTML.
        public var introduction: String
        /// Category in which the article is featured.
        public var featuredNewsCategory: String?
        /// When the record was last changed.
        public var lastModified: String
        /// Slug; not necessarily unique.
        public var urlName: String
        /// When the record was made.
        public var created: String?
        /// From when; a date in the future does not hide the article.
        public var publishedStartDate: String?
        /// Ids of the tags.
        public var keywordIds: [Int]
        /// The whole article, in HTML.
        public var content: String
        /// The leading media item.
        public var articleMedia: Media?
        /// Articles on the same subject.
        public var related: [News]
        /// Fighters that the article names.
        public var fighters: [FighterV1]

        public init(
            id: Int,
            externalUrlText: String,
            externalUrl: String,
            author: String? = nil,
            title: String,
            articleMediaId: Int? = nil,
            articleFighterId: Int? = nil,
            articleDate: String,
            thumbnail: String,
            introduction: String,
            featuredNewsCategory: String? = nil,
            lastModified: String,
            urlName: String,
            created: String? = nil,
            publishedStartDate: String? = nil,
            keywordIds: [Int],
            content: String,
            articleMedia: Media? = nil,
            related: [News],
            fighters: [FighterV1]
        ) {
            self.id = id
            self.externalUrlText = externalUrlText
            self.externalUrl = externalUrl
            self.author = author
            self.title = title
            self.articleMediaId = articleMediaId
            self.articleFighterId = articleFighterId
            self.articleDate = articleDate
            self.thumbnail = thumbnail
            self.introduction = introduction
            self.featuredNewsCategory = featuredNewsCategory
            self.lastModified = lastModified
            self.urlName = urlName
            self.created = created
            self.publishedStartDate = publishedStartDate
            self.keywordIds = keywordIds
            self.content = content
            self.articleMedia = articleMedia
            self.related = related
            self.fighters = fighters
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case externalUrlText = "external_url_text"
            case externalUrl = "external_url"
            case author
            case title
            case articleMediaId = "article_media_id"
            case articleFighterId = "article_fighter_id"
            case articleDate = "article_date"
            case thumbnail
            case introduction
            case featuredNewsCategory = "featured_news_category"
            case lastModified = "last_modified"
            case urlName = "url_name"
            case created
            case publishedStartDate = "published_start_date"
            case keywordIds = "keyword_ids"
            case content
            case articleMedia = "article_media"
            case related
            case fighters
        }
    }

    /// A value in the body that does not fit.
    public struct BodyError: Codable, Hashable, Sendable {
        /// JSON Pointer as a fragment; `#` is the whole body.
        public var pointer: String
        /// What it must be, in the language of the family.
        public var detail: String

        public init(
            pointer: String,
            detail: String
        ) {
            self.pointer = pointer
            self.detail = detail
        }

        private enum CodingKeys: String, CodingKey {
            case pointer
            case detail
        }
    }

    /// How many of these were tried.
    public struct BoutAttempts: Codable, Hashable, Sendable {
        /// How many were tried, in digits; empty when not tracked.
        public var attempts: String

        public init(
            attempts: String
        ) {
            self.attempts = attempts
        }

        private enum CodingKeys: String, CodingKey {
            case attempts = "Attempts"
        }
    }

    /// How many of these were tried. Members left out take their empty values.
    public struct BoutAttemptsUpdate: Codable, Hashable, Sendable {
        /// How many were tried, in digits; empty when not tracked.
        public var attempts: String?

        public init(
            attempts: String? = nil
        ) {
            self.attempts = attempts
        }

        private enum CodingKeys: String, CodingKey {
            case attempts = "Attempts"
        }
    }

    /// The statistics of one fighter.
    public struct BoutCorner: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the fighter.
        public var fighterId: String
        public var strikes: BoutStrikes
        public var grappling: BoutGrappling
        public var tip: BoutTimes

        public init(
            fighterId: String,
            strikes: BoutStrikes,
            grappling: BoutGrappling,
            tip: BoutTimes
        ) {
            self.fighterId = fighterId
            self.strikes = strikes
            self.grappling = grappling
            self.tip = tip
        }

        private enum CodingKeys: String, CodingKey {
            case fighterId = "FighterID"
            case strikes = "Strikes"
            case grappling = "Grappling"
            case tip = "TIP"
        }
    }

    /// The statistics of one fighter. Members left out take their empty values.
    public struct BoutCornerUpdate: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the fighter.
        public var fighterId: String?
        public var strikes: BoutStrikesUpdate?
        public var grappling: BoutGrapplingUpdate?
        public var tip: BoutTimesUpdate?

        public init(
            fighterId: String? = nil,
            strikes: BoutStrikesUpdate? = nil,
            grappling: BoutGrapplingUpdate? = nil,
            tip: BoutTimesUpdate? = nil
        ) {
            self.fighterId = fighterId
            self.strikes = strikes
            self.grappling = grappling
            self.tip = tip
        }

        private enum CodingKeys: String, CodingKey {
            case fighterId = "FighterID"
            case strikes = "Strikes"
            case grappling = "Grappling"
            case tip = "TIP"
        }
    }

    /// The statistics of both fighters, by corner.
    public struct BoutCorners: Codable, Hashable, Sendable {
        public var red: BoutCorner
        public var blue: BoutCorner

        public init(
            red: BoutCorner,
            blue: BoutCorner
        ) {
            self.red = red
            self.blue = blue
        }

        private enum CodingKeys: String, CodingKey {
            case red = "Red"
            case blue = "Blue"
        }
    }

    /// The statistics of both fighters, by corner. Members left out take their empty values.
    public struct BoutCornersUpdate: Codable, Hashable, Sendable {
        public var red: BoutCornerUpdate?
        public var blue: BoutCornerUpdate?

        public init(
            red: BoutCornerUpdate? = nil,
            blue: BoutCornerUpdate? = nil
        ) {
            self.red = red
            self.blue = blue
        }

        private enum CodingKeys: String, CodingKey {
            case red = "Red"
            case blue = "Blue"
        }
    }

    /// The statistics of a bout.
    public struct BoutFeed: Codable, Hashable, Sendable {
        /// Always "Stats". Marks the statistics of a bout.
        public var type: String
        /// When it was sent, `HH:MM:SS MM/DD/YYYY`; empty when not known.
        public var timestamp: String
        public var fmLiveFeed: BoutLiveFeed

        public init(
            type: String,
            timestamp: String,
            fmLiveFeed: BoutLiveFeed
        ) {
            self.type = type
            self.timestamp = timestamp
            self.fmLiveFeed = fmLiveFeed
        }

        private enum CodingKeys: String, CodingKey {
            case type = "Type"
            case timestamp = "Timestamp"
            case fmLiveFeed = "FMLiveFeed"
        }
    }

    /// A fighter of the bout.
    public struct BoutFighter: Codable, Hashable, Sendable {
        /// First and last name.
        public var name: String
        /// The metrics supplier's id of the fighter.
        public var fighterId: String

        public init(
            name: String,
            fighterId: String
        ) {
            self.name = name
            self.fighterId = fighterId
        }

        private enum CodingKeys: String, CodingKey {
            case name = "Name"
            case fighterId = "FighterID"
        }
    }

    /// A fighter of the bout. Members left out take their empty values.
    public struct BoutFighterUpdate: Codable, Hashable, Sendable {
        /// First and last name.
        public var name: String?
        /// The metrics supplier's id of the fighter.
        public var fighterId: String?

        public init(
            name: String? = nil,
            fighterId: String? = nil
        ) {
            self.name = name
            self.fighterId = fighterId
        }

        private enum CodingKeys: String, CodingKey {
            case name = "Name"
            case fighterId = "FighterID"
        }
    }

    /// The two fighters, by corner.
    public struct BoutFighters: Codable, Hashable, Sendable {
        public var red: BoutFighter
        public var blue: BoutFighter

        public init(
            red: BoutFighter,
            blue: BoutFighter
        ) {
            self.red = red
            self.blue = blue
        }

        private enum CodingKeys: String, CodingKey {
            case red = "Red"
            case blue = "Blue"
        }
    }

    /// The two fighters, by corner. Members left out take their empty values.
    public struct BoutFightersUpdate: Codable, Hashable, Sendable {
        public var red: BoutFighterUpdate?
        public var blue: BoutFighterUpdate?

        public init(
            red: BoutFighterUpdate? = nil,
            blue: BoutFighterUpdate? = nil
        ) {
            self.red = red
            self.blue = blue
        }

        private enum CodingKeys: String, CodingKey {
            case red = "Red"
            case blue = "Blue"
        }
    }

    /// Takedowns, submissions, reversals and standups.
    public struct BoutGrappling: Codable, Hashable, Sendable {
        public var takedowns: BoutLandedOfAttempts
        public var submissions: BoutAttempts
        public var reversals: BoutLanded
        public var standups: BoutLanded

        public init(
            takedowns: BoutLandedOfAttempts,
            submissions: BoutAttempts,
            reversals: BoutLanded,
            standups: BoutLanded
        ) {
            self.takedowns = takedowns
            self.submissions = submissions
            self.reversals = reversals
            self.standups = standups
        }

        private enum CodingKeys: String, CodingKey {
            case takedowns = "Takedowns"
            case submissions = "Submissions"
            case reversals = "Reversals"
            case standups = "Standups"
        }
    }

    /// Takedowns, submissions, reversals and standups. Members left out take their empty values.
    public struct BoutGrapplingUpdate: Codable, Hashable, Sendable {
        public var takedowns: BoutLandedOfAttemptsUpdate?
        public var submissions: BoutAttemptsUpdate?
        public var reversals: BoutLandedUpdate?
        public var standups: BoutLandedUpdate?

        public init(
            takedowns: BoutLandedOfAttemptsUpdate? = nil,
            submissions: BoutAttemptsUpdate? = nil,
            reversals: BoutLandedUpdate? = nil,
            standups: BoutLandedUpdate? = nil
        ) {
            self.takedowns = takedowns
            self.submissions = submissions
            self.reversals = reversals
            self.standups = standups
        }

        private enum CodingKeys: String, CodingKey {
            case takedowns = "Takedowns"
            case submissions = "Submissions"
            case reversals = "Reversals"
            case standups = "Standups"
        }
    }

    /// How many of these succeeded.
    public struct BoutLanded: Codable, Hashable, Sendable {
        /// How many succeeded, in digits; empty when not tracked.
        public var landed: String

        public init(
            landed: String
        ) {
            self.landed = landed
        }

        private enum CodingKeys: String, CodingKey {
            case landed = "Landed"
        }
    }

    /// How many of these succeeded, and how many were tried.
    public struct BoutLandedOfAttempts: Codable, Hashable, Sendable {
        /// How many succeeded, in digits; empty when not tracked.
        public var landed: String
        /// How many were tried, in digits; empty when not tracked.
        public var attempts: String

        public init(
            landed: String,
            attempts: String
        ) {
            self.landed = landed
            self.attempts = attempts
        }

        private enum CodingKeys: String, CodingKey {
            case landed = "Landed"
            case attempts = "Attempts"
        }
    }

    /// How many of these succeeded, and how many were tried. Members left out take their empty values.
    public struct BoutLandedOfAttemptsUpdate: Codable, Hashable, Sendable {
        /// How many succeeded, in digits; empty when not tracked.
        public var landed: String?
        /// How many were tried, in digits; empty when not tracked.
        public var attempts: String?

        public init(
            landed: String? = nil,
            attempts: String? = nil
        ) {
            self.landed = landed
            self.attempts = attempts
        }

        private enum CodingKeys: String, CodingKey {
            case landed = "Landed"
            case attempts = "Attempts"
        }
    }

    /// How many of these succeeded. Members left out take their empty values.
    public struct BoutLandedUpdate: Codable, Hashable, Sendable {
        /// How many succeeded, in digits; empty when not tracked.
        public var landed: String?

        public init(
            landed: String? = nil
        ) {
            self.landed = landed
        }

        private enum CodingKeys: String, CodingKey {
            case landed = "Landed"
        }
    }

    /// The statistics of a bout, by round and in all.
    public struct BoutLiveFeed: Codable, Hashable, Sendable {
        public var fighters: BoutFighters
        public var roundStats: BoutRounds
        public var fightStats: BoutCorners
        /// The metrics supplier's id of the event.
        public var eventId: String
        /// Number of the round, in digits.
        public var currentRound: String
        /// The metrics supplier's id of the fight.
        public var fightId: String
        /// Scheduled rounds, in digits.
        public var maxRounds: String
        /// Text of the title; empty when none is at stake.
        public var accolade: String
        /// Name of the referee.
        public var referee: String
        /// Division in the words of the metrics supplier.
        public var weightClass: String
        /// `official` at the end.
        public var status: String
        /// Clock of the round, `MM:SS`.
        public var currentRoundTime: String

        public init(
            fighters: BoutFighters,
            roundStats: BoutRounds,
            fightStats: BoutCorners,
            eventId: String,
            currentRound: String,
            fightId: String,
            maxRounds: String,
            accolade: String,
            referee: String,
            weightClass: String,
            status: String,
            currentRoundTime: String
        ) {
            self.fighters = fighters
            self.roundStats = roundStats
            self.fightStats = fightStats
            self.eventId = eventId
            self.currentRound = currentRound
            self.fightId = fightId
            self.maxRounds = maxRounds
            self.accolade = accolade
            self.referee = referee
            self.weightClass = weightClass
            self.status = status
            self.currentRoundTime = currentRoundTime
        }

        private enum CodingKeys: String, CodingKey {
            case fighters = "Fighters"
            case roundStats = "RoundStats"
            case fightStats = "FightStats"
            case eventId = "EventID"
            case currentRound = "CurrentRound"
            case fightId = "FightID"
            case maxRounds = "MaxRounds"
            case accolade = "Accolade"
            case referee = "Referee"
            case weightClass = "WeightClass"
            case status = "Status"
            case currentRoundTime = "CurrentRoundTime"
        }
    }

    /// The statistics of a bout, by round and in all. Members left out take their empty values.
    public struct BoutLiveFeedUpdate: Codable, Hashable, Sendable {
        public var fighters: BoutFightersUpdate?
        public var roundStats: BoutRoundsUpdate?
        public var fightStats: BoutCornersUpdate?
        /// The metrics supplier's id of the event.
        public var eventId: String
        /// Number of the round, in digits.
        public var currentRound: String?
        /// The metrics supplier's id of the fight.
        public var fightId: String
        /// Scheduled rounds, in digits.
        public var maxRounds: String?
        /// Text of the title; empty when none is at stake.
        public var accolade: String?
        /// Name of the referee.
        public var referee: String?
        /// Division in the words of the metrics supplier.
        public var weightClass: String?
        /// `official` at the end.
        public var status: String?
        /// Clock of the round, `MM:SS`.
        public var currentRoundTime: String?

        public init(
            fighters: BoutFightersUpdate? = nil,
            roundStats: BoutRoundsUpdate? = nil,
            fightStats: BoutCornersUpdate? = nil,
            eventId: String,
            currentRound: String? = nil,
            fightId: String,
            maxRounds: String? = nil,
            accolade: String? = nil,
            referee: String? = nil,
            weightClass: String? = nil,
            status: String? = nil,
            currentRoundTime: String? = nil
        ) {
            self.fighters = fighters
            self.roundStats = roundStats
            self.fightStats = fightStats
            self.eventId = eventId
            self.currentRound = currentRound
            self.fightId = fightId
            self.maxRounds = maxRounds
            self.accolade = accolade
            self.referee = referee
            self.weightClass = weightClass
            self.status = status
            self.currentRoundTime = currentRoundTime
        }

        private enum CodingKeys: String, CodingKey {
            case fighters = "Fighters"
            case roundStats = "RoundStats"
            case fightStats = "FightStats"
            case eventId = "EventID"
            case currentRound = "CurrentRound"
            case fightId = "FightID"
            case maxRounds = "MaxRounds"
            case accolade = "Accolade"
            case referee = "Referee"
            case weightClass = "WeightClass"
            case status = "Status"
            case currentRoundTime = "CurrentRoundTime"
        }
    }

    /// The statistics of each round.
    public struct BoutRounds: Codable, Hashable, Sendable {
        public var round1: BoutCorners
        public var round2: BoutCorners
        public var round3: BoutCorners
        public var round4: BoutCorners
        public var round5: BoutCorners

        public init(
            round1: BoutCorners,
            round2: BoutCorners,
            round3: BoutCorners,
            round4: BoutCorners,
            round5: BoutCorners
        ) {
            self.round1 = round1
            self.round2 = round2
            self.round3 = round3
            self.round4 = round4
            self.round5 = round5
        }

        private enum CodingKeys: String, CodingKey {
            case round1 = "Round1"
            case round2 = "Round2"
            case round3 = "Round3"
            case round4 = "Round4"
            case round5 = "Round5"
        }
    }

    /// The statistics of each round. Members left out take their empty values.
    public struct BoutRoundsUpdate: Codable, Hashable, Sendable {
        public var round1: BoutCornersUpdate?
        public var round2: BoutCornersUpdate?
        public var round3: BoutCornersUpdate?
        public var round4: BoutCornersUpdate?
        public var round5: BoutCornersUpdate?

        public init(
            round1: BoutCornersUpdate? = nil,
            round2: BoutCornersUpdate? = nil,
            round3: BoutCornersUpdate? = nil,
            round4: BoutCornersUpdate? = nil,
            round5: BoutCornersUpdate? = nil
        ) {
            self.round1 = round1
            self.round2 = round2
            self.round3 = round3
            self.round4 = round4
            self.round5 = round5
        }

        private enum CodingKeys: String, CodingKey {
            case round1 = "Round1"
            case round2 = "Round2"
            case round3 = "Round3"
            case round4 = "Round4"
            case round5 = "Round5"
        }
    }

    /// Strikes by kind, target and position.
    public struct BoutStrikes: Codable, Hashable, Sendable {
        public var knockDown: BoutLanded
        public var significantStrikes: BoutLandedOfAttempts
        public var totalStrikes: BoutLandedOfAttempts
        public var punches: BoutLandedOfAttempts
        public var kicks: BoutLandedOfAttempts
        public var distanceStrikes: BoutLandedOfAttempts
        public var clinchSignificantStrikes: BoutLandedOfAttempts
        public var groundSignificantStrikes: BoutLandedOfAttempts
        public var clinchTotalStrikes: BoutLandedOfAttempts
        public var groundTotalStrikes: BoutLandedOfAttempts
        public var headSignificantStrikes: BoutLandedOfAttempts
        public var bodySignificantStrikes: BoutLandedOfAttempts
        public var legsSignificantStrikes: BoutLandedOfAttempts
        public var headTotalStrikes: BoutLandedOfAttempts
        public var bodyTotalStrikes: BoutLandedOfAttempts
        public var legsTotalStrikes: BoutLandedOfAttempts
        public var distanceHeadStrikes: BoutLandedOfAttempts
        public var distanceBodyStrikes: BoutLandedOfAttempts
        public var distanceLegStrikes: BoutLandedOfAttempts
        public var clinchHeadStrikes: BoutLandedOfAttempts
        public var clinchBodyStrikes: BoutLandedOfAttempts
        public var clinchLegStrikes: BoutLandedOfAttempts
        public var groundHeadStrikes: BoutLandedOfAttempts
        public var groundBodyStrikes: BoutLandedOfAttempts
        public var groundLegStrikes: BoutLandedOfAttempts
        public var distanceHeadKicks: BoutLandedOfAttempts
        public var distanceBodyKicks: BoutLandedOfAttempts
        public var distanceLegKicks: BoutLandedOfAttempts
        public var distanceHeadPunches: BoutLandedOfAttempts
        public var distanceBodyPunches: BoutLandedOfAttempts
        public var clinchSignificantKicks: BoutLandedOfAttempts
        public var clinchSignificantPunches: BoutLandedOfAttempts
        public var groundSignificantKicks: BoutLandedOfAttempts
        public var groundSignificantPunches: BoutLandedOfAttempts

        public init(
            knockDown: BoutLanded,
            significantStrikes: BoutLandedOfAttempts,
            totalStrikes: BoutLandedOfAttempts,
            punches: BoutLandedOfAttempts,
            kicks: BoutLandedOfAttempts,
            distanceStrikes: BoutLandedOfAttempts,
            clinchSignificantStrikes: BoutLandedOfAttempts,
            groundSignificantStrikes: BoutLandedOfAttempts,
            clinchTotalStrikes: BoutLandedOfAttempts,
            groundTotalStrikes: BoutLandedOfAttempts,
            headSignificantStrikes: BoutLandedOfAttempts,
            bodySignificantStrikes: BoutLandedOfAttempts,
            legsSignificantStrikes: BoutLandedOfAttempts,
            headTotalStrikes: BoutLandedOfAttempts,
            bodyTotalStrikes: BoutLandedOfAttempts,
            legsTotalStrikes: BoutLandedOfAttempts,
            distanceHeadStrikes: BoutLandedOfAttempts,
            distanceBodyStrikes: BoutLandedOfAttempts,
            distanceLegStrikes: BoutLandedOfAttempts,
            clinchHeadStrikes: BoutLandedOfAttempts,
            clinchBodyStrikes: BoutLandedOfAttempts,
            clinchLegStrikes: BoutLandedOfAttempts,
            groundHeadStrikes: BoutLandedOfAttempts,
            groundBodyStrikes: BoutLandedOfAttempts,
            groundLegStrikes: BoutLandedOfAttempts,
            distanceHeadKicks: BoutLandedOfAttempts,
            distanceBodyKicks: BoutLandedOfAttempts,
            distanceLegKicks: BoutLandedOfAttempts,
            distanceHeadPunches: BoutLandedOfAttempts,
            distanceBodyPunches: BoutLandedOfAttempts,
            clinchSignificantKicks: BoutLandedOfAttempts,
            clinchSignificantPunches: BoutLandedOfAttempts,
            groundSignificantKicks: BoutLandedOfAttempts,
            groundSignificantPunches: BoutLandedOfAttempts
        ) {
            self.knockDown = knockDown
            self.significantStrikes = significantStrikes
            self.totalStrikes = totalStrikes
            self.punches = punches
            self.kicks = kicks
            self.distanceStrikes = distanceStrikes
            self.clinchSignificantStrikes = clinchSignificantStrikes
            self.groundSignificantStrikes = groundSignificantStrikes
            self.clinchTotalStrikes = clinchTotalStrikes
            self.groundTotalStrikes = groundTotalStrikes
            self.headSignificantStrikes = headSignificantStrikes
            self.bodySignificantStrikes = bodySignificantStrikes
            self.legsSignificantStrikes = legsSignificantStrikes
            self.headTotalStrikes = headTotalStrikes
            self.bodyTotalStrikes = bodyTotalStrikes
            self.legsTotalStrikes = legsTotalStrikes
            self.distanceHeadStrikes = distanceHeadStrikes
            self.distanceBodyStrikes = distanceBodyStrikes
            self.distanceLegStrikes = distanceLegStrikes
            self.clinchHeadStrikes = clinchHeadStrikes
            self.clinchBodyStrikes = clinchBodyStrikes
            self.clinchLegStrikes = clinchLegStrikes
            self.groundHeadStrikes = groundHeadStrikes
            self.groundBodyStrikes = groundBodyStrikes
            self.groundLegStrikes = groundLegStrikes
            self.distanceHeadKicks = distanceHeadKicks
            self.distanceBodyKicks = distanceBodyKicks
            self.distanceLegKicks = distanceLegKicks
            self.distanceHeadPunches = distanceHeadPunches
            self.distanceBodyPunches = distanceBodyPunches
            self.clinchSignificantKicks = clinchSignificantKicks
            self.clinchSignificantPunches = clinchSignificantPunches
            self.groundSignificantKicks = groundSignificantKicks
            self.groundSignificantPunches = groundSignificantPunches
        }

        private enum CodingKeys: String, CodingKey {
            case knockDown = "Knock Down"
            case significantStrikes = "Significant Strikes"
            case totalStrikes = "Total Strikes"
            case punches = "Punches"
            case kicks = "Kicks"
            case distanceStrikes = "Distance Strikes"
            case clinchSignificantStrikes = "Clinch Significant Strikes"
            case groundSignificantStrikes = "Ground Significant Strikes"
            case clinchTotalStrikes = "Clinch Total Strikes"
            case groundTotalStrikes = "Ground Total Strikes"
            case headSignificantStrikes = "Head Significant Strikes"
            case bodySignificantStrikes = "Body Significant Strikes"
            case legsSignificantStrikes = "Legs Significant Strikes"
            case headTotalStrikes = "Head Total Strikes"
            case bodyTotalStrikes = "Body Total Strikes"
            case legsTotalStrikes = "Legs Total Strikes"
            case distanceHeadStrikes = "Distance Head Strikes"
            case distanceBodyStrikes = "Distance Body Strikes"
            case distanceLegStrikes = "Distance Leg Strikes"
            case clinchHeadStrikes = "Clinch Head Strikes"
            case clinchBodyStrikes = "Clinch Body Strikes"
            case clinchLegStrikes = "Clinch Leg Strikes"
            case groundHeadStrikes = "Ground Head Strikes"
            case groundBodyStrikes = "Ground Body Strikes"
            case groundLegStrikes = "Ground Leg Strikes"
            case distanceHeadKicks = "Distance Head Kicks"
            case distanceBodyKicks = "Distance Body Kicks"
            case distanceLegKicks = "Distance Leg Kicks"
            case distanceHeadPunches = "Distance Head Punches"
            case distanceBodyPunches = "Distance Body Punches"
            case clinchSignificantKicks = "Clinch Significant Kicks"
            case clinchSignificantPunches = "Clinch Significant Punches"
            case groundSignificantKicks = "Ground Significant Kicks"
            case groundSignificantPunches = "Ground Significant Punches"
        }
    }

    /// Strikes by kind, target and position. Members left out take their empty values.
    public struct BoutStrikesUpdate: Codable, Hashable, Sendable {
        public var knockDown: BoutLandedUpdate?
        public var significantStrikes: BoutLandedOfAttemptsUpdate?
        public var totalStrikes: BoutLandedOfAttemptsUpdate?
        public var punches: BoutLandedOfAttemptsUpdate?
        public var kicks: BoutLandedOfAttemptsUpdate?
        public var distanceStrikes: BoutLandedOfAttemptsUpdate?
        public var clinchSignificantStrikes: BoutLandedOfAttemptsUpdate?
        public var groundSignificantStrikes: BoutLandedOfAttemptsUpdate?
        public var clinchTotalStrikes: BoutLandedOfAttemptsUpdate?
        public var groundTotalStrikes: BoutLandedOfAttemptsUpdate?
        public var headSignificantStrikes: BoutLandedOfAttemptsUpdate?
        public var bodySignificantStrikes: BoutLandedOfAttemptsUpdate?
        public var legsSignificantStrikes: BoutLandedOfAttemptsUpdate?
        public var headTotalStrikes: BoutLandedOfAttemptsUpdate?
        public var bodyTotalStrikes: BoutLandedOfAttemptsUpdate?
        public var legsTotalStrikes: BoutLandedOfAttemptsUpdate?
        public var distanceHeadStrikes: BoutLandedOfAttemptsUpdate?
        public var distanceBodyStrikes: BoutLandedOfAttemptsUpdate?
        public var distanceLegStrikes: BoutLandedOfAttemptsUpdate?
        public var clinchHeadStrikes: BoutLandedOfAttemptsUpdate?
        public var clinchBodyStrikes: BoutLandedOfAttemptsUpdate?
        public var clinchLegStrikes: BoutLandedOfAttemptsUpdate?
        public var groundHeadStrikes: BoutLandedOfAttemptsUpdate?
        public var groundBodyStrikes: BoutLandedOfAttemptsUpdate?
        public var groundLegStrikes: BoutLandedOfAttemptsUpdate?
        public var distanceHeadKicks: BoutLandedOfAttemptsUpdate?
        public var distanceBodyKicks: BoutLandedOfAttemptsUpdate?
        public var distanceLegKicks: BoutLandedOfAttemptsUpdate?
        public var distanceHeadPunches: BoutLandedOfAttemptsUpdate?
        public var distanceBodyPunches: BoutLandedOfAttemptsUpdate?
        public var clinchSignificantKicks: BoutLandedOfAttemptsUpdate?
        public var clinchSignificantPunches: BoutLandedOfAttemptsUpdate?
        public var groundSignificantKicks: BoutLandedOfAttemptsUpdate?
        public var groundSignificantPunches: BoutLandedOfAttemptsUpdate?

        public init(
            knockDown: BoutLandedUpdate? = nil,
            significantStrikes: BoutLandedOfAttemptsUpdate? = nil,
            totalStrikes: BoutLandedOfAttemptsUpdate? = nil,
            punches: BoutLandedOfAttemptsUpdate? = nil,
            kicks: BoutLandedOfAttemptsUpdate? = nil,
            distanceStrikes: BoutLandedOfAttemptsUpdate? = nil,
            clinchSignificantStrikes: BoutLandedOfAttemptsUpdate? = nil,
            groundSignificantStrikes: BoutLandedOfAttemptsUpdate? = nil,
            clinchTotalStrikes: BoutLandedOfAttemptsUpdate? = nil,
            groundTotalStrikes: BoutLandedOfAttemptsUpdate? = nil,
            headSignificantStrikes: BoutLandedOfAttemptsUpdate? = nil,
            bodySignificantStrikes: BoutLandedOfAttemptsUpdate? = nil,
            legsSignificantStrikes: BoutLandedOfAttemptsUpdate? = nil,
            headTotalStrikes: BoutLandedOfAttemptsUpdate? = nil,
            bodyTotalStrikes: BoutLandedOfAttemptsUpdate? = nil,
            legsTotalStrikes: BoutLandedOfAttemptsUpdate? = nil,
            distanceHeadStrikes: BoutLandedOfAttemptsUpdate? = nil,
            distanceBodyStrikes: BoutLandedOfAttemptsUpdate? = nil,
            distanceLegStrikes: BoutLandedOfAttemptsUpdate? = nil,
            clinchHeadStrikes: BoutLandedOfAttemptsUpdate? = nil,
            clinchBodyStrikes: BoutLandedOfAttemptsUpdate? = nil,
            clinchLegStrikes: BoutLandedOfAttemptsUpdate? = nil,
            groundHeadStrikes: BoutLandedOfAttemptsUpdate? = nil,
            groundBodyStrikes: BoutLandedOfAttemptsUpdate? = nil,
            groundLegStrikes: BoutLandedOfAttemptsUpdate? = nil,
            distanceHeadKicks: BoutLandedOfAttemptsUpdate? = nil,
            distanceBodyKicks: BoutLandedOfAttemptsUpdate? = nil,
            distanceLegKicks: BoutLandedOfAttemptsUpdate? = nil,
            distanceHeadPunches: BoutLandedOfAttemptsUpdate? = nil,
            distanceBodyPunches: BoutLandedOfAttemptsUpdate? = nil,
            clinchSignificantKicks: BoutLandedOfAttemptsUpdate? = nil,
            clinchSignificantPunches: BoutLandedOfAttemptsUpdate? = nil,
            groundSignificantKicks: BoutLandedOfAttemptsUpdate? = nil,
            groundSignificantPunches: BoutLandedOfAttemptsUpdate? = nil
        ) {
            self.knockDown = knockDown
            self.significantStrikes = significantStrikes
            self.totalStrikes = totalStrikes
            self.punches = punches
            self.kicks = kicks
            self.distanceStrikes = distanceStrikes
            self.clinchSignificantStrikes = clinchSignificantStrikes
            self.groundSignificantStrikes = groundSignificantStrikes
            self.clinchTotalStrikes = clinchTotalStrikes
            self.groundTotalStrikes = groundTotalStrikes
            self.headSignificantStrikes = headSignificantStrikes
            self.bodySignificantStrikes = bodySignificantStrikes
            self.legsSignificantStrikes = legsSignificantStrikes
            self.headTotalStrikes = headTotalStrikes
            self.bodyTotalStrikes = bodyTotalStrikes
            self.legsTotalStrikes = legsTotalStrikes
            self.distanceHeadStrikes = distanceHeadStrikes
            self.distanceBodyStrikes = distanceBodyStrikes
            self.distanceLegStrikes = distanceLegStrikes
            self.clinchHeadStrikes = clinchHeadStrikes
            self.clinchBodyStrikes = clinchBodyStrikes
            self.clinchLegStrikes = clinchLegStrikes
            self.groundHeadStrikes = groundHeadStrikes
            self.groundBodyStrikes = groundBodyStrikes
            self.groundLegStrikes = groundLegStrikes
            self.distanceHeadKicks = distanceHeadKicks
            self.distanceBodyKicks = distanceBodyKicks
            self.distanceLegKicks = distanceLegKicks
            self.distanceHeadPunches = distanceHeadPunches
            self.distanceBodyPunches = distanceBodyPunches
            self.clinchSignificantKicks = clinchSignificantKicks
            self.clinchSignificantPunches = clinchSignificantPunches
            self.groundSignificantKicks = groundSignificantKicks
            self.groundSignificantPunches = groundSignificantPunches
        }

        private enum CodingKeys: String, CodingKey {
            case knockDown = "Knock Down"
            case significantStrikes = "Significant Strikes"
            case totalStrikes = "Total Strikes"
            case punches = "Punches"
            case kicks = "Kicks"
            case distanceStrikes = "Distance Strikes"
            case clinchSignificantStrikes = "Clinch Significant Strikes"
            case groundSignificantStrikes = "Ground Significant Strikes"
            case clinchTotalStrikes = "Clinch Total Strikes"
            case groundTotalStrikes = "Ground Total Strikes"
            case headSignificantStrikes = "Head Significant Strikes"
            case bodySignificantStrikes = "Body Significant Strikes"
            case legsSignificantStrikes = "Legs Significant Strikes"
            case headTotalStrikes = "Head Total Strikes"
            case bodyTotalStrikes = "Body Total Strikes"
            case legsTotalStrikes = "Legs Total Strikes"
            case distanceHeadStrikes = "Distance Head Strikes"
            case distanceBodyStrikes = "Distance Body Strikes"
            case distanceLegStrikes = "Distance Leg Strikes"
            case clinchHeadStrikes = "Clinch Head Strikes"
            case clinchBodyStrikes = "Clinch Body Strikes"
            case clinchLegStrikes = "Clinch Leg Strikes"
            case groundHeadStrikes = "Ground Head Strikes"
            case groundBodyStrikes = "Ground Body Strikes"
            case groundLegStrikes = "Ground Leg Strikes"
            case distanceHeadKicks = "Distance Head Kicks"
            case distanceBodyKicks = "Distance Body Kicks"
            case distanceLegKicks = "Distance Leg Kicks"
            case distanceHeadPunches = "Distance Head Punches"
            case distanceBodyPunches = "Distance Body Punches"
            case clinchSignificantKicks = "Clinch Significant Kicks"
            case clinchSignificantPunches = "Clinch Significant Punches"
            case groundSignificantKicks = "Ground Significant Kicks"
            case groundSignificantPunches = "Ground Significant Punches"
        }
    }

    /// Time in position.
    public struct BoutTimes: Codable, Hashable, Sendable {
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var standingTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var groundTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var controlTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var neutralTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var groundControlTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var distanceTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var clinchTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var miscGroundControlTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var guardControlTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var halfGuardControlTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var sideControlTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var mountControlTime: String
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var backControlTime: String

        public init(
            standingTime: String,
            groundTime: String,
            controlTime: String,
            neutralTime: String,
            groundControlTime: String,
            distanceTime: String,
            clinchTime: String,
            miscGroundControlTime: String,
            guardControlTime: String,
            halfGuardControlTime: String,
            sideControlTime: String,
            mountControlTime: String,
            backControlTime: String
        ) {
            self.standingTime = standingTime
            self.groundTime = groundTime
            self.controlTime = controlTime
            self.neutralTime = neutralTime
            self.groundControlTime = groundControlTime
            self.distanceTime = distanceTime
            self.clinchTime = clinchTime
            self.miscGroundControlTime = miscGroundControlTime
            self.guardControlTime = guardControlTime
            self.halfGuardControlTime = halfGuardControlTime
            self.sideControlTime = sideControlTime
            self.mountControlTime = mountControlTime
            self.backControlTime = backControlTime
        }

        private enum CodingKeys: String, CodingKey {
            case standingTime = "Standing Time"
            case groundTime = "Ground Time"
            case controlTime = "Control Time"
            case neutralTime = "Neutral Time"
            case groundControlTime = "Ground Control Time"
            case distanceTime = "Distance Time"
            case clinchTime = "Clinch Time"
            case miscGroundControlTime = "Misc. Ground Control Time"
            case guardControlTime = "Guard Control Time"
            case halfGuardControlTime = "Half Guard Control Time"
            case sideControlTime = "Side Control Time"
            case mountControlTime = "Mount Control Time"
            case backControlTime = "Back Control Time"
        }
    }

    /// Time in position. Members left out take their empty values.
    public struct BoutTimesUpdate: Codable, Hashable, Sendable {
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var standingTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var groundTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var controlTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var neutralTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var groundControlTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var distanceTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var clinchTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var miscGroundControlTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var guardControlTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var halfGuardControlTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var sideControlTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var mountControlTime: String?
        /// Time in this position, `MM:SS`; empty when not tracked.
        public var backControlTime: String?

        public init(
            standingTime: String? = nil,
            groundTime: String? = nil,
            controlTime: String? = nil,
            neutralTime: String? = nil,
            groundControlTime: String? = nil,
            distanceTime: String? = nil,
            clinchTime: String? = nil,
            miscGroundControlTime: String? = nil,
            guardControlTime: String? = nil,
            halfGuardControlTime: String? = nil,
            sideControlTime: String? = nil,
            mountControlTime: String? = nil,
            backControlTime: String? = nil
        ) {
            self.standingTime = standingTime
            self.groundTime = groundTime
            self.controlTime = controlTime
            self.neutralTime = neutralTime
            self.groundControlTime = groundControlTime
            self.distanceTime = distanceTime
            self.clinchTime = clinchTime
            self.miscGroundControlTime = miscGroundControlTime
            self.guardControlTime = guardControlTime
            self.halfGuardControlTime = halfGuardControlTime
            self.sideControlTime = sideControlTime
            self.mountControlTime = mountControlTime
            self.backControlTime = backControlTime
        }

        private enum CodingKeys: String, CodingKey {
            case standingTime = "Standing Time"
            case groundTime = "Ground Time"
            case controlTime = "Control Time"
            case neutralTime = "Neutral Time"
            case groundControlTime = "Ground Control Time"
            case distanceTime = "Distance Time"
            case clinchTime = "Clinch Time"
            case miscGroundControlTime = "Misc. Ground Control Time"
            case guardControlTime = "Guard Control Time"
            case halfGuardControlTime = "Half Guard Control Time"
            case sideControlTime = "Side Control Time"
            case mountControlTime = "Mount Control Time"
            case backControlTime = "Back Control Time"
        }
    }

    /// A whole snapshot of a bout's statistics.
    public struct BoutUpdate: Codable, Hashable, Sendable {
        /// Grows with every snapshot of the bout.
        public var sequence: Int
        /// Always "Stats". Marks the statistics of a bout.
        public var type: String
        /// When it was sent, `HH:MM:SS MM/DD/YYYY`; empty when not known.
        public var timestamp: String?
        public var fmLiveFeed: BoutLiveFeedUpdate

        public init(
            sequence: Int,
            type: String,
            timestamp: String? = nil,
            fmLiveFeed: BoutLiveFeedUpdate
        ) {
            self.sequence = sequence
            self.type = type
            self.timestamp = timestamp
            self.fmLiveFeed = fmLiveFeed
        }

        private enum CodingKeys: String, CodingKey {
            case sequence
            case type = "Type"
            case timestamp = "Timestamp"
            case fmLiveFeed = "FMLiveFeed"
        }
    }

    /// A bout of a fighter's career.
    public struct CareerBout: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the fight.
        public var statid: String
        /// The event of the bout.
        public var event: CareerBoutEvent
        /// Pounds at the weigh-in; null when not known.
        public var weighIn: String?
        /// Division of the bout.
        public var weightClass: CareerBoutWeightClass
        /// 1: the bout had the knock-out of the night.
        public var koOfTheNight: Int
        /// 1: the bout had the submission of the night.
        public var submissionOfTheNight: Int
        /// 1: the bout had the performance of the night.
        public var performanceOfTheNight: Int
        /// How the bout ended.
        public var result: CareerBoutResult
        /// The other fighter.
        public var opponent: CareerBoutOpponent

        public init(
            statid: String,
            event: CareerBoutEvent,
            weighIn: String? = nil,
            weightClass: CareerBoutWeightClass,
            koOfTheNight: Int,
            submissionOfTheNight: Int,
            performanceOfTheNight: Int,
            result: CareerBoutResult,
            opponent: CareerBoutOpponent
        ) {
            self.statid = statid
            self.event = event
            self.weighIn = weighIn
            self.weightClass = weightClass
            self.koOfTheNight = koOfTheNight
            self.submissionOfTheNight = submissionOfTheNight
            self.performanceOfTheNight = performanceOfTheNight
            self.result = result
            self.opponent = opponent
        }

        private enum CodingKeys: String, CodingKey {
            case statid
            case event = "Event"
            case weighIn = "WeighIn"
            case weightClass = "WeightClass"
            case koOfTheNight = "KOOfTheNight"
            case submissionOfTheNight = "SubmissionOfTheNight"
            case performanceOfTheNight = "PerformanceOfTheNight"
            case result = "Result"
            case opponent = "Opponent"
        }
    }

    /// The event of the bout.
    public struct CareerBoutEvent: Codable, Hashable, Sendable {
        /// Title of the event.
        public var name: String
        /// The day where the event took place.
        public var date: String

        public init(
            name: String,
            date: String
        ) {
            self.name = name
            self.date = date
        }

        private enum CodingKeys: String, CodingKey {
            case name = "Name"
            case date = "Date"
        }
    }

    /// The other fighter.
    public struct CareerBoutOpponent: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the opponent.
        public var statid: String
        /// First name.
        public var firstName: String
        /// Last name.
        public var lastName: String
        /// Nickname.
        public var nickName: String?
        /// Pounds.
        public var weight: String?
        /// Pounds at the weigh-in.
        public var weighIn: String?
        /// Whether the opponent had the performance of the night, `0` or `1`.
        public var performanceOfTheNight: String?
        /// Whether the opponent had the submission of the night, `0` or `1`.
        public var submissionOfTheNight: String?
        /// Whether the opponent had the knock-out of the night, `0` or `1`.
        public var koOfTheNight: String?
        /// Image of the opponent.
        public var profileImage: String?

        public init(
            statid: String,
            firstName: String,
            lastName: String,
            nickName: String? = nil,
            weight: String? = nil,
            weighIn: String? = nil,
            performanceOfTheNight: String? = nil,
            submissionOfTheNight: String? = nil,
            koOfTheNight: String? = nil,
            profileImage: String? = nil
        ) {
            self.statid = statid
            self.firstName = firstName
            self.lastName = lastName
            self.nickName = nickName
            self.weight = weight
            self.weighIn = weighIn
            self.performanceOfTheNight = performanceOfTheNight
            self.submissionOfTheNight = submissionOfTheNight
            self.koOfTheNight = koOfTheNight
            self.profileImage = profileImage
        }

        private enum CodingKeys: String, CodingKey {
            case statid
            case firstName = "FirstName"
            case lastName = "LastName"
            case nickName = "NickName"
            case weight = "Weight"
            case weighIn = "WeighIn"
            case performanceOfTheNight = "PerformanceOfTheNight"
            case submissionOfTheNight = "SubmissionOfTheNight"
            case koOfTheNight = "KOOfTheNight"
            case profileImage = "profile_image"
        }
    }

    /// How the bout ended.
    public struct CareerBoutResult: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the outcome.
        public var outcomeId: String?
        public var outcome: CareerOutcome
        /// Number of the last round.
        public var endingRound: String?
        /// Time of the last round, `m:ss`.
        public var endingTime: String?
        /// How the bout ended.
        public var method: String?
        /// `1`: the bout was the fight of the night.
        public var fightOfTheNight: CareerBoutResultFightOfTheNight?
        /// The submission that ended the bout.
        public var submission: String?
        /// The strike that ended the bout.
        public var endStrike: String?

        public init(
            outcomeId: String? = nil,
            outcome: CareerOutcome,
            endingRound: String? = nil,
            endingTime: String? = nil,
            method: String? = nil,
            fightOfTheNight: CareerBoutResultFightOfTheNight? = nil,
            submission: String? = nil,
            endStrike: String? = nil
        ) {
            self.outcomeId = outcomeId
            self.outcome = outcome
            self.endingRound = endingRound
            self.endingTime = endingTime
            self.method = method
            self.fightOfTheNight = fightOfTheNight
            self.submission = submission
            self.endStrike = endStrike
        }

        private enum CodingKeys: String, CodingKey {
            case outcomeId = "OutcomeID"
            case outcome = "Outcome"
            case endingRound = "EndingRound"
            case endingTime = "EndingTime"
            case method = "Method"
            case fightOfTheNight = "FightOfTheNight"
            case submission = "Submission"
            case endStrike = "EndStrike"
        }
    }

    public struct CareerBoutResultFightOfTheNight: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let value0 = CareerBoutResultFightOfTheNight(rawValue: "0")
        public static let value1 = CareerBoutResultFightOfTheNight(rawValue: "1")

        /// The words that were known when the kit was made.
        public static let known: [CareerBoutResultFightOfTheNight] = [.value0, .value1]

        /// Whether it is one of them.
        public var isKnown: Bool { CareerBoutResultFightOfTheNight.known.contains(self) }
    }

    /// Division of the bout.
    public struct CareerBoutWeightClass: Codable, Hashable, Sendable {
        public var description: WeightClassText

        public init(
            description: WeightClassText
        ) {
            self.description = description
        }

        private enum CodingKeys: String, CodingKey {
            case description = "Description"
        }
    }

    /// How a bout of the career ended for the fighter.
    public struct CareerOutcome: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let win = CareerOutcome(rawValue: "Win")
        public static let loss = CareerOutcome(rawValue: "Loss")
        public static let draw = CareerOutcome(rawValue: "Draw")
        public static let noContest = CareerOutcome(rawValue: "No Contest")

        /// The words that were known when the kit was made.
        public static let known: [CareerOutcome] = [.win, .loss, .draw, .noContest]

        /// Whether it is one of them.
        public var isKnown: Bool { CareerOutcome.known.contains(self) }
    }

    /// A title holder's row in the list of title holders.
    public struct Champion: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Nickname; null when there is none.
        public var nickname: String?
        /// Bouts won; null when not known, which is rare.
        public var wins: Int?
        /// Bouts lost; null when not known.
        public var losses: Int?
        /// Draws; null when not known.
        public var draws: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var statid: Int?
        /// Last name.
        public var lastName: String
        /// First name.
        public var firstName: String
        public var weightClass: WeightClass
        /// Always true. The row is about the title of the division.
        public var titleHolder: Bool
        public var fighterStatus: FighterStatus
        /// Always "C". The champion of the division.
        public var rank: String
        /// Small image of the fighter.
        public var thumbnail: String
        /// Image of the fighter for the profile.
        public var profileImage: String
        /// Small image of the belt.
        public var beltThumbnail: String
        /// Image from head to foot, for the left side.
        public var leftFullBodyImage: String?
        /// Image from head to foot, for the right side.
        public var rightFullBodyImage: String?
        /// Web page of the fighter, the slug after `/fighter/`.
        public var link: String

        public init(
            id: Int,
            nickname: String? = nil,
            wins: Int? = nil,
            losses: Int? = nil,
            draws: Int? = nil,
            statid: Int? = nil,
            lastName: String,
            firstName: String,
            weightClass: WeightClass,
            titleHolder: Bool,
            fighterStatus: FighterStatus,
            rank: String,
            thumbnail: String,
            profileImage: String,
            beltThumbnail: String,
            leftFullBodyImage: String? = nil,
            rightFullBodyImage: String? = nil,
            link: String
        ) {
            self.id = id
            self.nickname = nickname
            self.wins = wins
            self.losses = losses
            self.draws = draws
            self.statid = statid
            self.lastName = lastName
            self.firstName = firstName
            self.weightClass = weightClass
            self.titleHolder = titleHolder
            self.fighterStatus = fighterStatus
            self.rank = rank
            self.thumbnail = thumbnail
            self.profileImage = profileImage
            self.beltThumbnail = beltThumbnail
            self.leftFullBodyImage = leftFullBodyImage
            self.rightFullBodyImage = rightFullBodyImage
            self.link = link
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case nickname
            case wins
            case losses
            case draws
            case statid
            case lastName = "last_name"
            case firstName = "first_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case fighterStatus = "fighter_status"
            case rank
            case thumbnail
            case profileImage = "profile_image"
            case beltThumbnail = "belt_thumbnail"
            case leftFullBodyImage = "left_full_body_image"
            case rightFullBodyImage = "right_full_body_image"
            case link
        }
    }

    /// A title holder's row in the list of title holders.
    public struct ChampionV1: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Bouts won; null when not known, which is rare.
        public var wins: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var statid: Int?
        /// Bouts lost; null when not known.
        public var losses: Int?
        /// Last name.
        public var lastName: String
        public var weightClass: WeightClass
        /// Always true. The row is about the title of the division.
        public var titleHolder: Bool
        /// Draws; null when not known.
        public var draws: Int?
        /// First name.
        public var firstName: String
        public var fighterStatus: FighterStatus
        /// Small image of the fighter.
        public var thumbnail: String
        /// Small image of the belt.
        public var beltThumbnail: String

        public init(
            id: Int,
            wins: Int? = nil,
            statid: Int? = nil,
            losses: Int? = nil,
            lastName: String,
            weightClass: WeightClass,
            titleHolder: Bool,
            draws: Int? = nil,
            firstName: String,
            fighterStatus: FighterStatus,
            thumbnail: String,
            beltThumbnail: String
        ) {
            self.id = id
            self.wins = wins
            self.statid = statid
            self.losses = losses
            self.lastName = lastName
            self.weightClass = weightClass
            self.titleHolder = titleHolder
            self.draws = draws
            self.firstName = firstName
            self.fighterStatus = fighterStatus
            self.thumbnail = thumbnail
            self.beltThumbnail = beltThumbnail
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case wins
            case statid
            case losses
            case lastName = "last_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case draws
            case firstName = "first_name"
            case fighterStatus = "fighter_status"
            case thumbnail
            case beltThumbnail = "belt_thumbnail"
        }
    }

    /// Where the audience chats.
    public struct Chat: Codable, Hashable, Sendable {
        /// Whether there is a chat now.
        public var enabled: Bool
        /// Address of the chat.
        public var url: String?
        /// Id of the event that the chat is about.
        public var eventId: Int?

        public init(
            enabled: Bool,
            url: String? = nil,
            eventId: Int? = nil
        ) {
            self.enabled = enabled
            self.url = url
            self.eventId = eventId
        }

        private enum CodingKeys: String, CodingKey {
            case enabled
            case url
            case eventId = "event_id"
        }
    }

    /// A three-letter sport code.
    public typealias CountryKey = String

    /// Where an event is discussed.
    public struct Discussion: Codable, Hashable, Sendable {
        /// Id of the event.
        public var eventId: Int
        /// Both parts of the title of the event.
        public var title: String
        /// Address of the discussion.
        public var url: String?
        /// Hashtag on Twitter; empty when there is none.
        public var twitterHashtag: String
        /// Whether comments are taken.
        public var commentsEnabled: Bool

        public init(
            eventId: Int,
            title: String,
            url: String? = nil,
            twitterHashtag: String,
            commentsEnabled: Bool
        ) {
            self.eventId = eventId
            self.title = title
            self.url = url
            self.twitterHashtag = twitterHashtag
            self.commentsEnabled = commentsEnabled
        }

        private enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case title
            case url
            case twitterHashtag = "twitter_hashtag"
            case commentsEnabled = "comments_enabled"
        }
    }

    /// An event as lists have it.
    public struct Event: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// The day where the event takes place.
        public var eventDate: String
        /// Second large image; empty when there is none.
        public var secondaryFeatureImage: String
        /// Image of the ticket: a path, or words; empty when there is none.
        public var ticketImage: String
        /// Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none.
        public var eventTimeZoneText: String
        /// A line about the event; empty when there is none.
        public var shortDescription: String
        /// Start of the event.
        public var eventDategmt: String
        /// End of the event.
        public var endEventDategmt: String
        /// Where tickets are sold; empty when nowhere.
        public var ticketurl: String
        /// Who sells tickets.
        public var ticketSellerName: String?
        /// Title of the event.
        public var baseTitle: String
        /// Second part of the title.
        public var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        public var statid: Int?
        /// Large image; empty when there is none.
        public var featureImage: String
        /// Line under the title.
        public var subtitle: String
        public var eventStatus: EventStatus
        /// The hall; empty when not known.
        public var arena: String
        /// City and country or state; empty when not known.
        public var location: String
        /// Start for reading, such as `10PM/7PM`; empty when not known.
        public var eventTimeText: String
        /// Hashtag on Twitter; empty when there is none.
        public var twitterHashtag: String
        /// From when everyone can buy tickets; null when not known.
        public var ticketGeneralSaleDate: String?
        /// The same for reading, or words that there is no such date.
        public var ticketGeneralSaleText: String
        /// Whether the event is pay-per-view.
        public var isppvevent: Bool
        /// Whether one can listen to the corners.
        public var cornerAudioAvailable: Bool
        /// Sound of the blue corner; set only with corner audio.
        public var cornerAudioBlueStreamUrl: String?
        /// Sound of the red corner; set only with corner audio.
        public var cornerAudioRedStreamUrl: String?
        /// Address of the trailer.
        public var trailerUrl: String?
        /// When the record was last changed.
        public var lastModified: String
        /// When the record was made.
        public var created: String?
        /// Slug; not necessarily unique.
        public var urlName: String
        /// Address of the live feed; its id is -1 when there is none.
        public var fmFntFeedUrl: String
        /// Id of fighter 1 of the main event.
        public var mainEventFighter1Id: Int?
        /// Id of fighter 2 of the main event.
        public var mainEventFighter2Id: Int?
        /// Degrees north of the equator.
        public var latitude: Double?
        /// Degrees east of Greenwich.
        public var longitude: Double?

        public init(
            id: Int,
            eventDate: String,
            secondaryFeatureImage: String,
            ticketImage: String,
            eventTimeZoneText: String,
            shortDescription: String,
            eventDategmt: String,
            endEventDategmt: String,
            ticketurl: String,
            ticketSellerName: String? = nil,
            baseTitle: String,
            titleTagLine: String? = nil,
            statid: Int? = nil,
            featureImage: String,
            subtitle: String,
            eventStatus: EventStatus,
            arena: String,
            location: String,
            eventTimeText: String,
            twitterHashtag: String,
            ticketGeneralSaleDate: String? = nil,
            ticketGeneralSaleText: String,
            isppvevent: Bool,
            cornerAudioAvailable: Bool,
            cornerAudioBlueStreamUrl: String? = nil,
            cornerAudioRedStreamUrl: String? = nil,
            trailerUrl: String? = nil,
            lastModified: String,
            created: String? = nil,
            urlName: String,
            fmFntFeedUrl: String,
            mainEventFighter1Id: Int? = nil,
            mainEventFighter2Id: Int? = nil,
            latitude: Double? = nil,
            longitude: Double? = nil
        ) {
            self.id = id
            self.eventDate = eventDate
            self.secondaryFeatureImage = secondaryFeatureImage
            self.ticketImage = ticketImage
            self.eventTimeZoneText = eventTimeZoneText
            self.shortDescription = shortDescription
            self.eventDategmt = eventDategmt
            self.endEventDategmt = endEventDategmt
            self.ticketurl = ticketurl
            self.ticketSellerName = ticketSellerName
            self.baseTitle = baseTitle
            self.titleTagLine = titleTagLine
            self.statid = statid
            self.featureImage = featureImage
            self.subtitle = subtitle
            self.eventStatus = eventStatus
            self.arena = arena
            self.location = location
            self.eventTimeText = eventTimeText
            self.twitterHashtag = twitterHashtag
            self.ticketGeneralSaleDate = ticketGeneralSaleDate
            self.ticketGeneralSaleText = ticketGeneralSaleText
            self.isppvevent = isppvevent
            self.cornerAudioAvailable = cornerAudioAvailable
            self.cornerAudioBlueStreamUrl = cornerAudioBlueStreamUrl
            self.cornerAudioRedStreamUrl = cornerAudioRedStreamUrl
            self.trailerUrl = trailerUrl
            self.lastModified = lastModified
            self.created = created
            self.urlName = urlName
            self.fmFntFeedUrl = fmFntFeedUrl
            self.mainEventFighter1Id = mainEventFighter1Id
            self.mainEventFighter2Id = mainEventFighter2Id
            self.latitude = latitude
            self.longitude = longitude
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case eventDate = "event_date"
            case secondaryFeatureImage = "secondary_feature_image"
            case ticketImage = "ticket_image"
            case eventTimeZoneText = "event_time_zone_text"
            case shortDescription = "short_description"
            case eventDategmt = "event_dategmt"
            case endEventDategmt = "end_event_dategmt"
            case ticketurl
            case ticketSellerName = "ticket_seller_name"
            case baseTitle = "base_title"
            case titleTagLine = "title_tag_line"
            case statid
            case featureImage = "feature_image"
            case subtitle
            case eventStatus = "event_status"
            case arena
            case location
            case eventTimeText = "event_time_text"
            case twitterHashtag = "twitter_hashtag"
            case ticketGeneralSaleDate = "ticket_general_sale_date"
            case ticketGeneralSaleText = "ticket_general_sale_text"
            case isppvevent
            case cornerAudioAvailable = "corner_audio_available"
            case cornerAudioBlueStreamUrl = "corner_audio_blue_stream_url"
            case cornerAudioRedStreamUrl = "corner_audio_red_stream_url"
            case trailerUrl = "trailer_url"
            case lastModified = "last_modified"
            case created
            case urlName = "url_name"
            case fmFntFeedUrl = "fm_fnt_feed_url"
            case mainEventFighter1Id = "main_event_fighter1_id"
            case mainEventFighter2Id = "main_event_fighter2_id"
            case latitude
            case longitude
        }
    }

    /// An event with its card.
    public struct EventDetail: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// The day where the event takes place.
        public var eventDate: String
        /// Second large image; empty when there is none.
        public var secondaryFeatureImage: String
        /// Image of the ticket: a path, or words; empty when there is none.
        public var ticketImage: String
        /// Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none.
        public var eventTimeZoneText: String
        /// A line about the event; empty when there is none.
        public var shortDescription: String
        /// Start of the event.
        public var eventDategmt: String
        /// End of the event.
        public var endEventDategmt: String
        /// Where tickets are sold; empty when nowhere.
        public var ticketurl: String
        /// Who sells tickets.
        public var ticketSellerName: String?
        /// Title of the event.
        public var baseTitle: String
        /// Second part of the title.
        public var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        public var statid: Int?
        /// Large image; empty when there is none.
        public var featureImage: String
        /// Line under the title.
        public var subtitle: String
        public var eventStatus: EventStatus
        /// The hall; empty when not known.
        public var arena: String
        /// City and country or state; empty when not known.
        public var location: String
        /// Start for reading, such as `10PM/7PM`; empty when not known.
        public var eventTimeText: String
        /// Hashtag on Twitter; empty when there is none.
        public var twitterHashtag: String
        /// From when everyone can buy tickets; null when not known.
        public var ticketGeneralSaleDate: String?
        /// The same for reading, or words that there is no such date.
        public var ticketGeneralSaleText: String
        /// Whether the event is pay-per-view.
        public var isppvevent: Bool
        /// Whether one can listen to the corners.
        public var cornerAudioAvailable: Bool
        /// Sound of the blue corner; set only with corner audio.
        public var cornerAudioBlueStreamUrl: String?
        /// Sound of the red corner; set only with corner audio.
        public var cornerAudioRedStreamUrl: String?
        /// Address of the trailer.
        public var trailerUrl: String?
        /// When the record was last changed.
        public var lastModified: String
        /// When the record was made.
        public var created: String?
        /// Slug; not necessarily unique.
        public var urlName: String
        /// Address of the live feed; its id is -1 when there is none.
        public var fmFntFeedUrl: String
        /// Id of fighter 1 of the main event.
        public var mainEventFighter1Id: Int?
        /// Id of fighter 2 of the main event.
        public var mainEventFighter2Id: Int?
        /// Degrees north of the equator.
        public var latitude: Double?
        /// Degrees east of Greenwich.
        public var longitude: Double?
        /// The card, main event first.
        public var fights: [Fight]

        public init(
            id: Int,
            eventDate: String,
            secondaryFeatureImage: String,
            ticketImage: String,
            eventTimeZoneText: String,
            shortDescription: String,
            eventDategmt: String,
            endEventDategmt: String,
            ticketurl: String,
            ticketSellerName: String? = nil,
            baseTitle: String,
            titleTagLine: String? = nil,
            statid: Int? = nil,
            featureImage: String,
            subtitle: String,
            eventStatus: EventStatus,
            arena: String,
            location: String,
            eventTimeText: String,
            twitterHashtag: String,
            ticketGeneralSaleDate: String? = nil,
            ticketGeneralSaleText: String,
            isppvevent: Bool,
            cornerAudioAvailable: Bool,
            cornerAudioBlueStreamUrl: String? = nil,
            cornerAudioRedStreamUrl: String? = nil,
            trailerUrl: String? = nil,
            lastModified: String,
            created: String? = nil,
            urlName: String,
            fmFntFeedUrl: String,
            mainEventFighter1Id: Int? = nil,
            mainEventFighter2Id: Int? = nil,
            latitude: Double? = nil,
            longitude: Double? = nil,
            fights: [Fight]
        ) {
            self.id = id
            self.eventDate = eventDate
            self.secondaryFeatureImage = secondaryFeatureImage
            self.ticketImage = ticketImage
            self.eventTimeZoneText = eventTimeZoneText
            self.shortDescription = shortDescription
            self.eventDategmt = eventDategmt
            self.endEventDategmt = endEventDategmt
            self.ticketurl = ticketurl
            self.ticketSellerName = ticketSellerName
            self.baseTitle = baseTitle
            self.titleTagLine = titleTagLine
            self.statid = statid
            self.featureImage = featureImage
            self.subtitle = subtitle
            self.eventStatus = eventStatus
            self.arena = arena
            self.location = location
            self.eventTimeText = eventTimeText
            self.twitterHashtag = twitterHashtag
            self.ticketGeneralSaleDate = ticketGeneralSaleDate
            self.ticketGeneralSaleText = ticketGeneralSaleText
            self.isppvevent = isppvevent
            self.cornerAudioAvailable = cornerAudioAvailable
            self.cornerAudioBlueStreamUrl = cornerAudioBlueStreamUrl
            self.cornerAudioRedStreamUrl = cornerAudioRedStreamUrl
            self.trailerUrl = trailerUrl
            self.lastModified = lastModified
            self.created = created
            self.urlName = urlName
            self.fmFntFeedUrl = fmFntFeedUrl
            self.mainEventFighter1Id = mainEventFighter1Id
            self.mainEventFighter2Id = mainEventFighter2Id
            self.latitude = latitude
            self.longitude = longitude
            self.fights = fights
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case eventDate = "event_date"
            case secondaryFeatureImage = "secondary_feature_image"
            case ticketImage = "ticket_image"
            case eventTimeZoneText = "event_time_zone_text"
            case shortDescription = "short_description"
            case eventDategmt = "event_dategmt"
            case endEventDategmt = "end_event_dategmt"
            case ticketurl
            case ticketSellerName = "ticket_seller_name"
            case baseTitle = "base_title"
            case titleTagLine = "title_tag_line"
            case statid
            case featureImage = "feature_image"
            case subtitle
            case eventStatus = "event_status"
            case arena
            case location
            case eventTimeText = "event_time_text"
            case twitterHashtag = "twitter_hashtag"
            case ticketGeneralSaleDate = "ticket_general_sale_date"
            case ticketGeneralSaleText = "ticket_general_sale_text"
            case isppvevent
            case cornerAudioAvailable = "corner_audio_available"
            case cornerAudioBlueStreamUrl = "corner_audio_blue_stream_url"
            case cornerAudioRedStreamUrl = "corner_audio_red_stream_url"
            case trailerUrl = "trailer_url"
            case lastModified = "last_modified"
            case created
            case urlName = "url_name"
            case fmFntFeedUrl = "fm_fnt_feed_url"
            case mainEventFighter1Id = "main_event_fighter1_id"
            case mainEventFighter2Id = "main_event_fighter2_id"
            case latitude
            case longitude
            case fights
        }
    }

    /// An event with its card.
    public struct EventDetailV1: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// The day where the event takes place.
        public var eventDate: String
        /// Second large image; empty when there is none.
        public var secondaryFeatureImage: String
        /// Image of the ticket: a path, or words; empty when there is none.
        public var ticketImage: String
        /// Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none.
        public var eventTimeZoneText: String
        /// A line about the event; empty when there is none.
        public var shortDescription: String
        /// Start of the event.
        public var eventDategmt: String
        /// End of the event.
        public var endEventDategmt: String
        /// Where tickets are sold; empty when nowhere.
        public var ticketurl: String
        /// Who sells tickets.
        public var ticketSellerName: String?
        /// Title of the event.
        public var baseTitle: String
        /// Second part of the title.
        public var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        public var statid: Int?
        /// Large image; empty when there is none.
        public var featureImage: String
        /// Line under the title.
        public var subtitle: String
        public var eventStatus: EventStatus
        /// The hall; empty when not known.
        public var arena: String
        /// City and country or state; empty when not known.
        public var location: String
        /// Start for reading, such as `10PM/7PM`; empty when not known.
        public var eventTimeText: String
        /// The card, main event first.
        public var fights: [Fight]

        public init(
            id: Int,
            eventDate: String,
            secondaryFeatureImage: String,
            ticketImage: String,
            eventTimeZoneText: String,
            shortDescription: String,
            eventDategmt: String,
            endEventDategmt: String,
            ticketurl: String,
            ticketSellerName: String? = nil,
            baseTitle: String,
            titleTagLine: String? = nil,
            statid: Int? = nil,
            featureImage: String,
            subtitle: String,
            eventStatus: EventStatus,
            arena: String,
            location: String,
            eventTimeText: String,
            fights: [Fight]
        ) {
            self.id = id
            self.eventDate = eventDate
            self.secondaryFeatureImage = secondaryFeatureImage
            self.ticketImage = ticketImage
            self.eventTimeZoneText = eventTimeZoneText
            self.shortDescription = shortDescription
            self.eventDategmt = eventDategmt
            self.endEventDategmt = endEventDategmt
            self.ticketurl = ticketurl
            self.ticketSellerName = ticketSellerName
            self.baseTitle = baseTitle
            self.titleTagLine = titleTagLine
            self.statid = statid
            self.featureImage = featureImage
            self.subtitle = subtitle
            self.eventStatus = eventStatus
            self.arena = arena
            self.location = location
            self.eventTimeText = eventTimeText
            self.fights = fights
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case eventDate = "event_date"
            case secondaryFeatureImage = "secondary_feature_image"
            case ticketImage = "ticket_image"
            case eventTimeZoneText = "event_time_zone_text"
            case shortDescription = "short_description"
            case eventDategmt = "event_dategmt"
            case endEventDategmt = "end_event_dategmt"
            case ticketurl
            case ticketSellerName = "ticket_seller_name"
            case baseTitle = "base_title"
            case titleTagLine = "title_tag_line"
            case statid
            case featureImage = "feature_image"
            case subtitle
            case eventStatus = "event_status"
            case arena
            case location
            case eventTimeText = "event_time_text"
            case fights
        }
    }

    /// The feed of an event.
    public struct EventFeed: Codable, Hashable, Sendable {
        public var fmLiveFeed: EventLiveFeed

        public init(
            fmLiveFeed: EventLiveFeed
        ) {
            self.fmLiveFeed = fmLiveFeed
        }

        private enum CodingKeys: String, CodingKey {
            case fmLiveFeed = "FMLiveFeed"
        }
    }

    /// An event with its card and what happened so far.
    public struct EventLiveFeed: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the event.
        public var eventId: String
        /// When it was sent, `YYYY/MM/DD HH:MM:SS`.
        public var timestamp: String
        /// The day where the event takes place, `YYYY-MM-DD`.
        public var date: String
        /// Start, `HH:MM:SS`.
        public var time: String
        /// Start, `YYYY-MM-DDTHH:MMZ`.
        public var gmt: String
        /// The hall.
        public var venue: String
        /// Country; empty when not known.
        public var country: String
        /// City; empty when not known.
        public var city: String
        /// FightID of the fight in progress; empty when there is none.
        public var curFight: String
        /// When the event began, `HH:MM:SS`; empty before.
        public var eventStart: String
        /// When the event ended, `HH:MM:SS`; empty before.
        public var eventEnd: String
        /// The fights in the order received, which need not be that of the card.
        public var fights: [FeedFight]

        public init(
            eventId: String,
            timestamp: String,
            date: String,
            time: String,
            gmt: String,
            venue: String,
            country: String,
            city: String,
            curFight: String,
            eventStart: String,
            eventEnd: String,
            fights: [FeedFight]
        ) {
            self.eventId = eventId
            self.timestamp = timestamp
            self.date = date
            self.time = time
            self.gmt = gmt
            self.venue = venue
            self.country = country
            self.city = city
            self.curFight = curFight
            self.eventStart = eventStart
            self.eventEnd = eventEnd
            self.fights = fights
        }

        private enum CodingKeys: String, CodingKey {
            case eventId = "EventID"
            case timestamp = "Timestamp"
            case date = "Date"
            case time = "Time"
            case gmt = "GMT"
            case venue = "Venue"
            case country = "Country"
            case city = "City"
            case curFight = "CurFight"
            case eventStart = "EventStart"
            case eventEnd = "EventEnd"
            case fights = "Fights"
        }
    }

    /// An event with its card and what happened so far. Members left out take their empty values.
    public struct EventLiveFeedUpdate: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the event.
        public var eventId: String
        /// When it was sent, `YYYY/MM/DD HH:MM:SS`.
        public var timestamp: String?
        /// The day where the event takes place, `YYYY-MM-DD`.
        public var date: String?
        /// Start, `HH:MM:SS`.
        public var time: String?
        /// Start, `YYYY-MM-DDTHH:MMZ`.
        public var gmt: String?
        /// The hall.
        public var venue: String?
        /// Country; empty when not known.
        public var country: String?
        /// City; empty when not known.
        public var city: String?
        /// FightID of the fight in progress; empty when there is none.
        public var curFight: String?
        /// When the event began, `HH:MM:SS`; empty before.
        public var eventStart: String?
        /// When the event ended, `HH:MM:SS`; empty before.
        public var eventEnd: String?
        /// The fights in the order received, which need not be that of the card.
        public var fights: [FeedFightUpdate]?

        public init(
            eventId: String,
            timestamp: String? = nil,
            date: String? = nil,
            time: String? = nil,
            gmt: String? = nil,
            venue: String? = nil,
            country: String? = nil,
            city: String? = nil,
            curFight: String? = nil,
            eventStart: String? = nil,
            eventEnd: String? = nil,
            fights: [FeedFightUpdate]? = nil
        ) {
            self.eventId = eventId
            self.timestamp = timestamp
            self.date = date
            self.time = time
            self.gmt = gmt
            self.venue = venue
            self.country = country
            self.city = city
            self.curFight = curFight
            self.eventStart = eventStart
            self.eventEnd = eventEnd
            self.fights = fights
        }

        private enum CodingKeys: String, CodingKey {
            case eventId = "EventID"
            case timestamp = "Timestamp"
            case date = "Date"
            case time = "Time"
            case gmt = "GMT"
            case venue = "Venue"
            case country = "Country"
            case city = "City"
            case curFight = "CurFight"
            case eventStart = "EventStart"
            case eventEnd = "EventEnd"
            case fights = "Fights"
        }
    }

    /// Announced (the card is not final), finalized (it is), running, or over; as stored, not as the feed says.
    public struct EventStatus: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let announced = EventStatus(rawValue: "ANNOUNCED")
        public static let finalized = EventStatus(rawValue: "FINALIZED")
        public static let live = EventStatus(rawValue: "LIVE")
        public static let postEvent = EventStatus(rawValue: "POST_EVENT")

        /// The words that were known when the kit was made.
        public static let known: [EventStatus] = [.announced, .finalized, .live, .postEvent]

        /// Whether it is one of them.
        public var isKnown: Bool { EventStatus.known.contains(self) }
    }

    /// A whole snapshot of an event.
    public struct EventUpdate: Codable, Hashable, Sendable {
        /// Grows with every snapshot of the event.
        public var sequence: Int
        public var fmLiveFeed: EventLiveFeedUpdate

        public init(
            sequence: Int,
            fmLiveFeed: EventLiveFeedUpdate
        ) {
            self.sequence = sequence
            self.fmLiveFeed = fmLiveFeed
        }

        private enum CodingKeys: String, CodingKey {
            case sequence
            case fmLiveFeed = "FMLiveFeed"
        }
    }

    /// An event as lists of version 1 have it.
    public struct EventV1: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// The day where the event takes place.
        public var eventDate: String
        /// Second large image; empty when there is none.
        public var secondaryFeatureImage: String
        /// Image of the ticket: a path, or words; empty when there is none.
        public var ticketImage: String
        /// Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none.
        public var eventTimeZoneText: String
        /// A line about the event; empty when there is none.
        public var shortDescription: String
        /// Start of the event.
        public var eventDategmt: String
        /// End of the event.
        public var endEventDategmt: String
        /// Where tickets are sold; empty when nowhere.
        public var ticketurl: String
        /// Who sells tickets.
        public var ticketSellerName: String?
        /// Title of the event.
        public var baseTitle: String
        /// Second part of the title.
        public var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        public var statid: Int?
        /// Large image; empty when there is none.
        public var featureImage: String
        /// Line under the title.
        public var subtitle: String
        public var eventStatus: EventStatus
        /// The hall; empty when not known.
        public var arena: String
        /// City and country or state; empty when not known.
        public var location: String
        /// Start for reading, such as `10PM/7PM`; empty when not known.
        public var eventTimeText: String

        public init(
            id: Int,
            eventDate: String,
            secondaryFeatureImage: String,
            ticketImage: String,
            eventTimeZoneText: String,
            shortDescription: String,
            eventDategmt: String,
            endEventDategmt: String,
            ticketurl: String,
            ticketSellerName: String? = nil,
            baseTitle: String,
            titleTagLine: String? = nil,
            statid: Int? = nil,
            featureImage: String,
            subtitle: String,
            eventStatus: EventStatus,
            arena: String,
            location: String,
            eventTimeText: String
        ) {
            self.id = id
            self.eventDate = eventDate
            self.secondaryFeatureImage = secondaryFeatureImage
            self.ticketImage = ticketImage
            self.eventTimeZoneText = eventTimeZoneText
            self.shortDescription = shortDescription
            self.eventDategmt = eventDategmt
            self.endEventDategmt = endEventDategmt
            self.ticketurl = ticketurl
            self.ticketSellerName = ticketSellerName
            self.baseTitle = baseTitle
            self.titleTagLine = titleTagLine
            self.statid = statid
            self.featureImage = featureImage
            self.subtitle = subtitle
            self.eventStatus = eventStatus
            self.arena = arena
            self.location = location
            self.eventTimeText = eventTimeText
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case eventDate = "event_date"
            case secondaryFeatureImage = "secondary_feature_image"
            case ticketImage = "ticket_image"
            case eventTimeZoneText = "event_time_zone_text"
            case shortDescription = "short_description"
            case eventDategmt = "event_dategmt"
            case endEventDategmt = "end_event_dategmt"
            case ticketurl
            case ticketSellerName = "ticket_seller_name"
            case baseTitle = "base_title"
            case titleTagLine = "title_tag_line"
            case statid
            case featureImage = "feature_image"
            case subtitle
            case eventStatus = "event_status"
            case arena
            case location
            case eventTimeText = "event_time_text"
        }
    }

    /// Something that happened in a fight.
    public struct FeedAction: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the action.
        public var actionId: String
        /// What happened, such as `Round_Start`, `Takedown` or `Fight_Over`; an open list.
        public var type: String
        /// When it happened.
        public var time: String
        /// When it happened by the clock of the broadcast truck, `HH:MM:SS`.
        public var truckTime: String
        /// The metrics supplier's id of the fighter who did it; `0` for neither.
        public var fighter: String
        /// Number of the round; `0` outside of rounds.
        public var round: String

        public init(
            actionId: String,
            type: String,
            time: String,
            truckTime: String,
            fighter: String,
            round: String
        ) {
            self.actionId = actionId
            self.type = type
            self.time = time
            self.truckTime = truckTime
            self.fighter = fighter
            self.round = round
        }

        private enum CodingKeys: String, CodingKey {
            case actionId = "ActionID"
            case type = "Type"
            case time = "Time"
            case truckTime = "TruckTime"
            case fighter = "Fighter"
            case round = "Round"
        }
    }

    /// Something that happened in a fight. Members left out take their empty values.
    public struct FeedActionUpdate: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the action.
        public var actionId: String
        /// What happened, such as `Round_Start`, `Takedown` or `Fight_Over`; an open list.
        public var type: String?
        /// When it happened.
        public var time: String?
        /// When it happened by the clock of the broadcast truck, `HH:MM:SS`.
        public var truckTime: String?
        /// The metrics supplier's id of the fighter who did it; `0` for neither.
        public var fighter: String?
        /// Number of the round; `0` outside of rounds.
        public var round: String?

        public init(
            actionId: String,
            type: String? = nil,
            time: String? = nil,
            truckTime: String? = nil,
            fighter: String? = nil,
            round: String? = nil
        ) {
            self.actionId = actionId
            self.type = type
            self.time = time
            self.truckTime = truckTime
            self.fighter = fighter
            self.round = round
        }

        private enum CodingKeys: String, CodingKey {
            case actionId = "ActionID"
            case type = "Type"
            case time = "Time"
            case truckTime = "TruckTime"
            case fighter = "Fighter"
            case round = "Round"
        }
    }

    /// Where the fighter was born.
    public struct FeedBorn: Codable, Hashable, Sendable {
        /// City; empty when not known.
        public var city: String
        /// State; empty when not known.
        public var state: String
        /// Country; empty when not known.
        public var country: String
        /// Three-letter code of the country; empty when not known.
        public var triCode: String

        public init(
            city: String,
            state: String,
            country: String,
            triCode: String
        ) {
            self.city = city
            self.state = state
            self.country = country
            self.triCode = triCode
        }

        private enum CodingKeys: String, CodingKey {
            case city = "City"
            case state = "State"
            case country = "Country"
            case triCode = "TriCode"
        }
    }

    /// Where the fighter was born. Members left out take their empty values.
    public struct FeedBornUpdate: Codable, Hashable, Sendable {
        /// City; empty when not known.
        public var city: String?
        /// State; empty when not known.
        public var state: String?
        /// Country; empty when not known.
        public var country: String?
        /// Three-letter code of the country; empty when not known.
        public var triCode: String?

        public init(
            city: String? = nil,
            state: String? = nil,
            country: String? = nil,
            triCode: String? = nil
        ) {
            self.city = city
            self.state = state
            self.country = country
            self.triCode = triCode
        }

        private enum CodingKeys: String, CodingKey {
            case city = "City"
            case state = "State"
            case country = "Country"
            case triCode = "TriCode"
        }
    }

    /// A fight on the card.
    public struct FeedFight: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the fight.
        public var fightId: String
        /// Place on the card; `1` is the main event.
        public var order: String
        /// Text of the title; empty when none is at stake.
        public var accoladeName: String
        /// The metrics supplier's id of the division.
        public var weightClassId: String
        /// Division in the words of the metrics supplier.
        public var weightClassName: String
        /// `Upcoming` before the start, `closed` after the end.
        public var status: String
        /// Scheduled rounds, in digits.
        public var possibleRds: String
        /// Number of the round, in digits; empty before the first.
        public var curRd: String
        /// The two fighters: blue, then red.
        public var fighters: [FeedFighter]
        /// How the fight ended: `DEC`, `SUB` or a form of knock-out; empty before the end.
        public var method: String
        /// Number of the last round; null or empty before the end.
        public var endingRoundNum: String?
        /// What happened, in the order received.
        public var fightActions: [FeedAction]

        public init(
            fightId: String,
            order: String,
            accoladeName: String,
            weightClassId: String,
            weightClassName: String,
            status: String,
            possibleRds: String,
            curRd: String,
            fighters: [FeedFighter],
            method: String,
            endingRoundNum: String? = nil,
            fightActions: [FeedAction]
        ) {
            self.fightId = fightId
            self.order = order
            self.accoladeName = accoladeName
            self.weightClassId = weightClassId
            self.weightClassName = weightClassName
            self.status = status
            self.possibleRds = possibleRds
            self.curRd = curRd
            self.fighters = fighters
            self.method = method
            self.endingRoundNum = endingRoundNum
            self.fightActions = fightActions
        }

        private enum CodingKeys: String, CodingKey {
            case fightId = "FightID"
            case order = "Order"
            case accoladeName = "AccoladeName"
            case weightClassId = "WeightClassID"
            case weightClassName = "WeightClassName"
            case status = "Status"
            case possibleRds = "PossibleRds"
            case curRd = "CurRd"
            case fighters = "Fighters"
            case method = "Method"
            case endingRoundNum = "EndingRoundNum"
            case fightActions = "FightActions"
        }
    }

    /// A fight on the card. Members left out take their empty values.
    public struct FeedFightUpdate: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the fight.
        public var fightId: String
        /// Place on the card; `1` is the main event.
        public var order: String?
        /// Text of the title; empty when none is at stake.
        public var accoladeName: String?
        /// The metrics supplier's id of the division.
        public var weightClassId: String?
        /// Division in the words of the metrics supplier.
        public var weightClassName: String?
        /// `Upcoming` before the start, `closed` after the end.
        public var status: String?
        /// Scheduled rounds, in digits.
        public var possibleRds: String?
        /// Number of the round, in digits; empty before the first.
        public var curRd: String?
        /// The two fighters: blue, then red.
        public var fighters: [FeedFighterUpdate]?
        /// How the fight ended: `DEC`, `SUB` or a form of knock-out; empty before the end.
        public var method: String?
        /// Number of the last round; null or empty before the end.
        public var endingRoundNum: String?
        /// What happened, in the order received.
        public var fightActions: [FeedActionUpdate]?

        public init(
            fightId: String,
            order: String? = nil,
            accoladeName: String? = nil,
            weightClassId: String? = nil,
            weightClassName: String? = nil,
            status: String? = nil,
            possibleRds: String? = nil,
            curRd: String? = nil,
            fighters: [FeedFighterUpdate]? = nil,
            method: String? = nil,
            endingRoundNum: String? = nil,
            fightActions: [FeedActionUpdate]? = nil
        ) {
            self.fightId = fightId
            self.order = order
            self.accoladeName = accoladeName
            self.weightClassId = weightClassId
            self.weightClassName = weightClassName
            self.status = status
            self.possibleRds = possibleRds
            self.curRd = curRd
            self.fighters = fighters
            self.method = method
            self.endingRoundNum = endingRoundNum
            self.fightActions = fightActions
        }

        private enum CodingKeys: String, CodingKey {
            case fightId = "FightID"
            case order = "Order"
            case accoladeName = "AccoladeName"
            case weightClassId = "WeightClassID"
            case weightClassName = "WeightClassName"
            case status = "Status"
            case possibleRds = "PossibleRds"
            case curRd = "CurRd"
            case fighters = "Fighters"
            case method = "Method"
            case endingRoundNum = "EndingRoundNum"
            case fightActions = "FightActions"
        }
    }

    /// A fighter of a fight on the card.
    public struct FeedFighter: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the fighter.
        public var fighterId: String
        /// Corner: `Blue` or `Red`.
        public var color: String
        /// First name.
        public var firstName: String
        /// Last name.
        public var lastName: String
        /// First letter of the first name, and the last name.
        public var shortName: String
        /// First and last name.
        public var fullName: String
        /// Nickname; empty when there is none.
        public var nickName: String
        public var record: FeedRecord
        public var fightsOutOf: FeedFightsOutOf
        public var born: FeedBorn
        /// Birth date, `YYYY-MM-DD`; empty when not known.
        public var dob: String
        /// Inches; empty when not known.
        public var height: String
        /// Pounds; empty when not known.
        public var weight: String
        /// `Orthodox`, `Southpaw` or `Switch`; empty when not known.
        public var stance: String
        /// `Win` or `Loss`; empty before the end.
        public var outcome: String

        public init(
            fighterId: String,
            color: String,
            firstName: String,
            lastName: String,
            shortName: String,
            fullName: String,
            nickName: String,
            record: FeedRecord,
            fightsOutOf: FeedFightsOutOf,
            born: FeedBorn,
            dob: String,
            height: String,
            weight: String,
            stance: String,
            outcome: String
        ) {
            self.fighterId = fighterId
            self.color = color
            self.firstName = firstName
            self.lastName = lastName
            self.shortName = shortName
            self.fullName = fullName
            self.nickName = nickName
            self.record = record
            self.fightsOutOf = fightsOutOf
            self.born = born
            self.dob = dob
            self.height = height
            self.weight = weight
            self.stance = stance
            self.outcome = outcome
        }

        private enum CodingKeys: String, CodingKey {
            case fighterId = "FighterID"
            case color = "Color"
            case firstName = "FirstName"
            case lastName = "LastName"
            case shortName = "ShortName"
            case fullName = "FullName"
            case nickName = "NickName"
            case record = "Record"
            case fightsOutOf = "FightsOutOf"
            case born = "Born"
            case dob = "DOB"
            case height = "Height"
            case weight = "Weight"
            case stance = "Stance"
            case outcome = "Outcome"
        }
    }

    /// A fighter of a fight on the card. Members left out take their empty values.
    public struct FeedFighterUpdate: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the fighter.
        public var fighterId: String
        /// Corner: `Blue` or `Red`.
        public var color: String?
        /// First name.
        public var firstName: String?
        /// Last name.
        public var lastName: String?
        /// First letter of the first name, and the last name.
        public var shortName: String?
        /// First and last name.
        public var fullName: String?
        /// Nickname; empty when there is none.
        public var nickName: String?
        public var record: FeedRecordUpdate?
        public var fightsOutOf: FeedFightsOutOfUpdate?
        public var born: FeedBornUpdate?
        /// Birth date, `YYYY-MM-DD`; empty when not known.
        public var dob: String?
        /// Inches; empty when not known.
        public var height: String?
        /// Pounds; empty when not known.
        public var weight: String?
        /// `Orthodox`, `Southpaw` or `Switch`; empty when not known.
        public var stance: String?
        /// `Win` or `Loss`; empty before the end.
        public var outcome: String?

        public init(
            fighterId: String,
            color: String? = nil,
            firstName: String? = nil,
            lastName: String? = nil,
            shortName: String? = nil,
            fullName: String? = nil,
            nickName: String? = nil,
            record: FeedRecordUpdate? = nil,
            fightsOutOf: FeedFightsOutOfUpdate? = nil,
            born: FeedBornUpdate? = nil,
            dob: String? = nil,
            height: String? = nil,
            weight: String? = nil,
            stance: String? = nil,
            outcome: String? = nil
        ) {
            self.fighterId = fighterId
            self.color = color
            self.firstName = firstName
            self.lastName = lastName
            self.shortName = shortName
            self.fullName = fullName
            self.nickName = nickName
            self.record = record
            self.fightsOutOf = fightsOutOf
            self.born = born
            self.dob = dob
            self.height = height
            self.weight = weight
            self.stance = stance
            self.outcome = outcome
        }

        private enum CodingKeys: String, CodingKey {
            case fighterId = "FighterID"
            case color = "Color"
            case firstName = "FirstName"
            case lastName = "LastName"
            case shortName = "ShortName"
            case fullName = "FullName"
            case nickName = "NickName"
            case record = "Record"
            case fightsOutOf = "FightsOutOf"
            case born = "Born"
            case dob = "DOB"
            case height = "Height"
            case weight = "Weight"
            case stance = "Stance"
            case outcome = "Outcome"
        }
    }

    /// The place that the fighter fights out of.
    public struct FeedFightsOutOf: Codable, Hashable, Sendable {
        /// City; empty when not known.
        public var city: String
        /// State; empty when not known.
        public var state: String
        /// Country; empty when not known.
        public var country: String
        /// Three-letter code of the country; empty when not known.
        public var triCode: String

        public init(
            city: String,
            state: String,
            country: String,
            triCode: String
        ) {
            self.city = city
            self.state = state
            self.country = country
            self.triCode = triCode
        }

        private enum CodingKeys: String, CodingKey {
            case city = "City"
            case state = "State"
            case country = "Country"
            case triCode = "TriCode"
        }
    }

    /// The place that the fighter fights out of. Members left out take their empty values.
    public struct FeedFightsOutOfUpdate: Codable, Hashable, Sendable {
        /// City; empty when not known.
        public var city: String?
        /// State; empty when not known.
        public var state: String?
        /// Country; empty when not known.
        public var country: String?
        /// Three-letter code of the country; empty when not known.
        public var triCode: String?

        public init(
            city: String? = nil,
            state: String? = nil,
            country: String? = nil,
            triCode: String? = nil
        ) {
            self.city = city
            self.state = state
            self.country = country
            self.triCode = triCode
        }

        private enum CodingKeys: String, CodingKey {
            case city = "City"
            case state = "State"
            case country = "Country"
            case triCode = "TriCode"
        }
    }

    /// The career so far.
    public struct FeedRecord: Codable, Hashable, Sendable {
        /// Bouts in all, in digits; empty when not known.
        public var totFights: String
        /// Bouts won, in digits; empty when not known.
        public var win: String
        /// Bouts lost, in digits; empty when not known.
        public var loss: String
        /// Draws, in digits; empty when not known.
        public var draw: String
        /// Bouts without a contest, in digits; empty when not known.
        public var nc: String

        public init(
            totFights: String,
            win: String,
            loss: String,
            draw: String,
            nc: String
        ) {
            self.totFights = totFights
            self.win = win
            self.loss = loss
            self.draw = draw
            self.nc = nc
        }

        private enum CodingKeys: String, CodingKey {
            case totFights = "TotFights"
            case win = "Win"
            case loss = "Loss"
            case draw = "Draw"
            case nc = "NC"
        }
    }

    /// The career so far. Members left out take their empty values.
    public struct FeedRecordUpdate: Codable, Hashable, Sendable {
        /// Bouts in all, in digits; empty when not known.
        public var totFights: String?
        /// Bouts won, in digits; empty when not known.
        public var win: String?
        /// Bouts lost, in digits; empty when not known.
        public var loss: String?
        /// Draws, in digits; empty when not known.
        public var draw: String?
        /// Bouts without a contest, in digits; empty when not known.
        public var nc: String?

        public init(
            totFights: String? = nil,
            win: String? = nil,
            loss: String? = nil,
            draw: String? = nil,
            nc: String? = nil
        ) {
            self.totFights = totFights
            self.win = win
            self.loss = loss
            self.draw = draw
            self.nc = nc
        }

        private enum CodingKeys: String, CodingKey {
            case totFights = "TotFights"
            case win = "Win"
            case loss = "Loss"
            case draw = "Draw"
            case nc = "NC"
        }
    }

    /// A fight on the card of an event.
    public struct Fight: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Id of the event.
        public var eventId: Int
        /// The metrics supplier's id of the fight, FightID in the feed.
        public var statid: Int?
        /// Place on the card; 1 is the main event.
        public var fightcardOrder: Int
        /// Words about the fight.
        public var fightDescription: String?
        /// Whether a title is at stake.
        public var isTitleFight: Bool
        /// Whether it is the main event.
        public var isMainEvent: Bool
        /// Whether it is on the preliminary card.
        public var isPrelim: Bool
        /// Id of the fighter; 0: the opponent is not yet known.
        public var fighter1Id: Int
        /// Wins, losses and draws.
        public var fighter1record: String
        /// Inches; 0 when not known.
        public var fighter1height: Int
        /// Pounds; 0 when not known.
        public var fighter1weight: Int
        /// Reach in inches; null when not known.
        public var fighter1reach: Int?
        /// Odds of a bet on the fighter; null when there are none.
        public var fighter1odds: NumberOrText?
        /// First name; null: the opponent is not yet known.
        public var fighter1FirstName: String?
        /// Last name; null: the opponent is not yet known.
        public var fighter1LastName: String?
        /// Nickname; null when there is none.
        public var fighter1Nickname: String?
        /// Division of the fighter; null when not known.
        public var fighter1WeightClass: WeightClass?
        /// Place in the division, `C` for its champion; null without a place.
        public var fighter1Rank: String?
        /// Bouts won; null when not known.
        public var fighter1Wins: Int?
        /// Bouts lost; null when not known.
        public var fighter1Losses: Int?
        /// Draws; null when not known.
        public var fighter1Draws: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var fighter1Statid: Int?
        /// Image from head to foot: left for 1, right for 2.
        public var fighter1FullBodyImage: String?
        /// Image of the fighter for the profile.
        public var fighter1ProfileImage: String?
        /// Whether the fighter has won; left out when not known, false before the end.
        public var fighter1IsWinner: Bool?
        /// Mean length of a bout, `m:ss`.
        public var fighter1Averagefighttime: String?
        /// Mean length of a bout in seconds.
        public var fighter1AveragefighttimeSeconds: String?
        /// Mean of knockdowns.
        public var fighter1Kdaverage: String?
        /// Significant strikes landed per minute.
        public var fighter1Slpm: String?
        /// Share of significant strikes that landed, in percent.
        public var fighter1Strikingaccuracy: String?
        /// Significant strikes absorbed per minute.
        public var fighter1Sapm: String?
        /// Share of the opponents' significant strikes that missed, in percent; null when not known.
        public var fighter1Strikingdefense: String?
        /// Mean of takedowns.
        public var fighter1Takedownaverage: String?
        /// Share of takedowns that succeeded, in percent; null when not known.
        public var fighter1Takedownaccuracy: String?
        /// Share of the opponents' takedowns that failed, in percent; null when not known.
        public var fighter1Takedowndefense: String?
        /// Mean of submission attempts.
        public var fighter1Submissionsaverage: String?
        /// Id of the fighter; 0: the opponent is not yet known.
        public var fighter2Id: Int
        /// Wins, losses and draws.
        public var fighter2record: String
        /// Inches; 0 when not known.
        public var fighter2height: Int
        /// Pounds; 0 when not known.
        public var fighter2weight: Int
        /// Reach in inches; null when not known.
        public var fighter2reach: Int?
        /// Odds of a bet on the fighter; null when there are none.
        public var fighter2odds: NumberOrText?
        /// First name; null: the opponent is not yet known.
        public var fighter2FirstName: String?
        /// Last name; null: the opponent is not yet known.
        public var fighter2LastName: String?
        /// Nickname; null when there is none.
        public var fighter2Nickname: String?
        /// Division of the fighter; null when not known.
        public var fighter2WeightClass: WeightClass?
        /// Place in the division, `C` for its champion; null without a place.
        public var fighter2Rank: String?
        /// Bouts won; null when not known.
        public var fighter2Wins: Int?
        /// Bouts lost; null when not known.
        public var fighter2Losses: Int?
        /// Draws; null when not known.
        public var fighter2Draws: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var fighter2Statid: Int?
        /// Image from head to foot: left for 1, right for 2.
        public var fighter2FullBodyImage: String?
        /// Image of the fighter for the profile.
        public var fighter2ProfileImage: String?
        /// Whether the fighter has won; left out when not known, false before the end.
        public var fighter2IsWinner: Bool?
        /// Mean length of a bout, `m:ss`.
        public var fighter2Averagefighttime: String?
        /// Mean length of a bout in seconds.
        public var fighter2AveragefighttimeSeconds: String?
        /// Mean of knockdowns.
        public var fighter2Kdaverage: String?
        /// Significant strikes landed per minute.
        public var fighter2Slpm: String?
        /// Share of significant strikes that landed, in percent.
        public var fighter2Strikingaccuracy: String?
        /// Significant strikes absorbed per minute.
        public var fighter2Sapm: String?
        /// Share of the opponents' significant strikes that missed, in percent; null when not known.
        public var fighter2Strikingdefense: String?
        /// Mean of takedowns.
        public var fighter2Takedownaverage: String?
        /// Share of takedowns that succeeded, in percent; null when not known.
        public var fighter2Takedownaccuracy: String?
        /// Share of the opponents' takedowns that failed, in percent; null when not known.
        public var fighter2Takedowndefense: String?
        /// Mean of submission attempts.
        public var fighter2Submissionsaverage: String?
        /// Time of the last round, `m:ss`; empty before the end.
        public var endingTime: String
        /// Number of the last round; left out before the end.
        public var endingRoundNumber: String?
        public var result: FightResult?
        /// Address of the live statistics; its ids are -1 when there are none.
        public var fmStatsFeedUrl: String
        /// The same address as the statistics.
        public var fmFightRhythmFeedUrl: String

        public init(
            id: Int,
            eventId: Int,
            statid: Int? = nil,
            fightcardOrder: Int,
            fightDescription: String? = nil,
            isTitleFight: Bool,
            isMainEvent: Bool,
            isPrelim: Bool,
            fighter1Id: Int,
            fighter1record: String,
            fighter1height: Int,
            fighter1weight: Int,
            fighter1reach: Int? = nil,
            fighter1odds: NumberOrText? = nil,
            fighter1FirstName: String? = nil,
            fighter1LastName: String? = nil,
            fighter1Nickname: String? = nil,
            fighter1WeightClass: WeightClass? = nil,
            fighter1Rank: String? = nil,
            fighter1Wins: Int? = nil,
            fighter1Losses: Int? = nil,
            fighter1Draws: Int? = nil,
            fighter1Statid: Int? = nil,
            fighter1FullBodyImage: String? = nil,
            fighter1ProfileImage: String? = nil,
            fighter1IsWinner: Bool? = nil,
            fighter1Averagefighttime: String? = nil,
            fighter1AveragefighttimeSeconds: String? = nil,
            fighter1Kdaverage: String? = nil,
            fighter1Slpm: String? = nil,
            fighter1Strikingaccuracy: String? = nil,
            fighter1Sapm: String? = nil,
            fighter1Strikingdefense: String? = nil,
            fighter1Takedownaverage: String? = nil,
            fighter1Takedownaccuracy: String? = nil,
            fighter1Takedowndefense: String? = nil,
            fighter1Submissionsaverage: String? = nil,
            fighter2Id: Int,
            fighter2record: String,
            fighter2height: Int,
            fighter2weight: Int,
            fighter2reach: Int? = nil,
            fighter2odds: NumberOrText? = nil,
            fighter2FirstName: String? = nil,
            fighter2LastName: String? = nil,
            fighter2Nickname: String? = nil,
            fighter2WeightClass: WeightClass? = nil,
            fighter2Rank: String? = nil,
            fighter2Wins: Int? = nil,
            fighter2Losses: Int? = nil,
            fighter2Draws: Int? = nil,
            fighter2Statid: Int? = nil,
            fighter2FullBodyImage: String? = nil,
            fighter2ProfileImage: String? = nil,
            fighter2IsWinner: Bool? = nil,
            fighter2Averagefighttime: String? = nil,
            fighter2AveragefighttimeSeconds: String? = nil,
            fighter2Kdaverage: String? = nil,
            fighter2Slpm: String? = nil,
            fighter2Strikingaccuracy: String? = nil,
            fighter2Sapm: String? = nil,
            fighter2Strikingdefense: String? = nil,
            fighter2Takedownaverage: String? = nil,
            fighter2Takedownaccuracy: String? = nil,
            fighter2Takedowndefense: String? = nil,
            fighter2Submissionsaverage: String? = nil,
            endingTime: String,
            endingRoundNumber: String? = nil,
            result: FightResult? = nil,
            fmStatsFeedUrl: String,
            fmFightRhythmFeedUrl: String
        ) {
            self.id = id
            self.eventId = eventId
            self.statid = statid
            self.fightcardOrder = fightcardOrder
            self.fightDescription = fightDescription
            self.isTitleFight = isTitleFight
            self.isMainEvent = isMainEvent
            self.isPrelim = isPrelim
            self.fighter1Id = fighter1Id
            self.fighter1record = fighter1record
            self.fighter1height = fighter1height
            self.fighter1weight = fighter1weight
            self.fighter1reach = fighter1reach
            self.fighter1odds = fighter1odds
            self.fighter1FirstName = fighter1FirstName
            self.fighter1LastName = fighter1LastName
            self.fighter1Nickname = fighter1Nickname
            self.fighter1WeightClass = fighter1WeightClass
            self.fighter1Rank = fighter1Rank
            self.fighter1Wins = fighter1Wins
            self.fighter1Losses = fighter1Losses
            self.fighter1Draws = fighter1Draws
            self.fighter1Statid = fighter1Statid
            self.fighter1FullBodyImage = fighter1FullBodyImage
            self.fighter1ProfileImage = fighter1ProfileImage
            self.fighter1IsWinner = fighter1IsWinner
            self.fighter1Averagefighttime = fighter1Averagefighttime
            self.fighter1AveragefighttimeSeconds = fighter1AveragefighttimeSeconds
            self.fighter1Kdaverage = fighter1Kdaverage
            self.fighter1Slpm = fighter1Slpm
            self.fighter1Strikingaccuracy = fighter1Strikingaccuracy
            self.fighter1Sapm = fighter1Sapm
            self.fighter1Strikingdefense = fighter1Strikingdefense
            self.fighter1Takedownaverage = fighter1Takedownaverage
            self.fighter1Takedownaccuracy = fighter1Takedownaccuracy
            self.fighter1Takedowndefense = fighter1Takedowndefense
            self.fighter1Submissionsaverage = fighter1Submissionsaverage
            self.fighter2Id = fighter2Id
            self.fighter2record = fighter2record
            self.fighter2height = fighter2height
            self.fighter2weight = fighter2weight
            self.fighter2reach = fighter2reach
            self.fighter2odds = fighter2odds
            self.fighter2FirstName = fighter2FirstName
            self.fighter2LastName = fighter2LastName
            self.fighter2Nickname = fighter2Nickname
            self.fighter2WeightClass = fighter2WeightClass
            self.fighter2Rank = fighter2Rank
            self.fighter2Wins = fighter2Wins
            self.fighter2Losses = fighter2Losses
            self.fighter2Draws = fighter2Draws
            self.fighter2Statid = fighter2Statid
            self.fighter2FullBodyImage = fighter2FullBodyImage
            self.fighter2ProfileImage = fighter2ProfileImage
            self.fighter2IsWinner = fighter2IsWinner
            self.fighter2Averagefighttime = fighter2Averagefighttime
            self.fighter2AveragefighttimeSeconds = fighter2AveragefighttimeSeconds
            self.fighter2Kdaverage = fighter2Kdaverage
            self.fighter2Slpm = fighter2Slpm
            self.fighter2Strikingaccuracy = fighter2Strikingaccuracy
            self.fighter2Sapm = fighter2Sapm
            self.fighter2Strikingdefense = fighter2Strikingdefense
            self.fighter2Takedownaverage = fighter2Takedownaverage
            self.fighter2Takedownaccuracy = fighter2Takedownaccuracy
            self.fighter2Takedowndefense = fighter2Takedowndefense
            self.fighter2Submissionsaverage = fighter2Submissionsaverage
            self.endingTime = endingTime
            self.endingRoundNumber = endingRoundNumber
            self.result = result
            self.fmStatsFeedUrl = fmStatsFeedUrl
            self.fmFightRhythmFeedUrl = fmFightRhythmFeedUrl
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case eventId = "event_id"
            case statid
            case fightcardOrder = "fightcard_order"
            case fightDescription = "fight_description"
            case isTitleFight = "is_title_fight"
            case isMainEvent = "is_main_event"
            case isPrelim = "is_prelim"
            case fighter1Id = "fighter1_id"
            case fighter1record
            case fighter1height
            case fighter1weight
            case fighter1reach
            case fighter1odds
            case fighter1FirstName = "fighter1_first_name"
            case fighter1LastName = "fighter1_last_name"
            case fighter1Nickname = "fighter1_nickname"
            case fighter1WeightClass = "fighter1_weight_class"
            case fighter1Rank = "fighter1_rank"
            case fighter1Wins = "fighter1_wins"
            case fighter1Losses = "fighter1_losses"
            case fighter1Draws = "fighter1_draws"
            case fighter1Statid = "fighter1_statid"
            case fighter1FullBodyImage = "fighter1_full_body_image"
            case fighter1ProfileImage = "fighter1_profile_image"
            case fighter1IsWinner = "fighter1_is_winner"
            case fighter1Averagefighttime = "fighter1_averagefighttime"
            case fighter1AveragefighttimeSeconds = "fighter1_averagefighttime_seconds"
            case fighter1Kdaverage = "fighter1_kdaverage"
            case fighter1Slpm = "fighter1_slpm"
            case fighter1Strikingaccuracy = "fighter1_strikingaccuracy"
            case fighter1Sapm = "fighter1_sapm"
            case fighter1Strikingdefense = "fighter1_strikingdefense"
            case fighter1Takedownaverage = "fighter1_takedownaverage"
            case fighter1Takedownaccuracy = "fighter1_takedownaccuracy"
            case fighter1Takedowndefense = "fighter1_takedowndefense"
            case fighter1Submissionsaverage = "fighter1_submissionsaverage"
            case fighter2Id = "fighter2_id"
            case fighter2record
            case fighter2height
            case fighter2weight
            case fighter2reach
            case fighter2odds
            case fighter2FirstName = "fighter2_first_name"
            case fighter2LastName = "fighter2_last_name"
            case fighter2Nickname = "fighter2_nickname"
            case fighter2WeightClass = "fighter2_weight_class"
            case fighter2Rank = "fighter2_rank"
            case fighter2Wins = "fighter2_wins"
            case fighter2Losses = "fighter2_losses"
            case fighter2Draws = "fighter2_draws"
            case fighter2Statid = "fighter2_statid"
            case fighter2FullBodyImage = "fighter2_full_body_image"
            case fighter2ProfileImage = "fighter2_profile_image"
            case fighter2IsWinner = "fighter2_is_winner"
            case fighter2Averagefighttime = "fighter2_averagefighttime"
            case fighter2AveragefighttimeSeconds = "fighter2_averagefighttime_seconds"
            case fighter2Kdaverage = "fighter2_kdaverage"
            case fighter2Slpm = "fighter2_slpm"
            case fighter2Strikingaccuracy = "fighter2_strikingaccuracy"
            case fighter2Sapm = "fighter2_sapm"
            case fighter2Strikingdefense = "fighter2_strikingdefense"
            case fighter2Takedownaverage = "fighter2_takedownaverage"
            case fighter2Takedownaccuracy = "fighter2_takedownaccuracy"
            case fighter2Takedowndefense = "fighter2_takedowndefense"
            case fighter2Submissionsaverage = "fighter2_submissionsaverage"
            case endingTime = "ending_time"
            case endingRoundNumber = "ending_round_number"
            case result
            case fmStatsFeedUrl = "fm_stats_feed_url"
            case fmFightRhythmFeedUrl = "fm_fight_rhythm_feed_url"
        }
    }

    public enum FightMetricsLiveEvent: Codable, Hashable, Sendable {
        case boutFeed(BoutFeed)
        case eventFeed(EventFeed)

        private enum CodingKeys: String, CodingKey {
            case type = "Type"
        }

        public init(from decoder: Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let isAbsent = try !members.contains(.type) || members.decodeNil(forKey: .type)
            self = isAbsent ? .eventFeed(try EventFeed(from: decoder)) : .boutFeed(try BoutFeed(from: decoder))
        }

        public func encode(to encoder: Encoder) throws {
            switch self {
            case .boutFeed(let value): try value.encode(to: encoder)
            case .eventFeed(let value): try value.encode(to: encoder)
            }
        }
    }

    /// How a fight ended.
    public struct FightResult: Codable, Hashable, Sendable {
        /// How the fight ended; null before the end.
        public var method: String?
        /// Number of the last round; null before the end.
        public var endingRound: String?
        /// Time of the last round, `m:ss`; empty before the end.
        public var endingTime: String
        /// The submission that ended the fight.
        public var submission: String?
        /// The strike that ended the fight.
        public var endStrike: String?
        /// Where the last strike hit.
        public var endTarget: String?
        /// Position of the fighters at the end.
        public var endPosition: String?
        /// What else is to be said about the end.
        public var endNotes: String?
        /// Whether it was the fight of the night; null when not known.
        public var fightOfTheNight: Bool?
        /// The scores of the judges.
        public var scores: [FightScore]

        public init(
            method: String? = nil,
            endingRound: String? = nil,
            endingTime: String,
            submission: String? = nil,
            endStrike: String? = nil,
            endTarget: String? = nil,
            endPosition: String? = nil,
            endNotes: String? = nil,
            fightOfTheNight: Bool? = nil,
            scores: [FightScore]
        ) {
            self.method = method
            self.endingRound = endingRound
            self.endingTime = endingTime
            self.submission = submission
            self.endStrike = endStrike
            self.endTarget = endTarget
            self.endPosition = endPosition
            self.endNotes = endNotes
            self.fightOfTheNight = fightOfTheNight
            self.scores = scores
        }

        private enum CodingKeys: String, CodingKey {
            case method = "Method"
            case endingRound = "EndingRound"
            case endingTime = "EndingTime"
            case submission = "Submission"
            case endStrike = "EndStrike"
            case endTarget = "EndTarget"
            case endPosition = "EndPosition"
            case endNotes = "EndNotes"
            case fightOfTheNight = "FightOfTheNight"
            case scores = "Scores"
        }
    }

    /// One judge's scores; before the end there is one of these, with five nulls.
    public struct FightScore: Codable, Hashable, Sendable {
        /// Points of the winner, in digits.
        public var winnerScore: String?
        /// Points of the loser, in digits.
        public var loserScore: String?
        /// The metrics supplier's id of the judge.
        public var judgeId: String?
        /// First name of the judge.
        public var judgeFirstName: String?
        /// Last name of the judge.
        public var judgeLastName: String?

        public init(
            winnerScore: String? = nil,
            loserScore: String? = nil,
            judgeId: String? = nil,
            judgeFirstName: String? = nil,
            judgeLastName: String? = nil
        ) {
            self.winnerScore = winnerScore
            self.loserScore = loserScore
            self.judgeId = judgeId
            self.judgeFirstName = judgeFirstName
            self.judgeLastName = judgeLastName
        }

        private enum CodingKeys: String, CodingKey {
            case winnerScore = "WinnerScore"
            case loserScore = "LoserScore"
            case judgeId = "JudgeID"
            case judgeFirstName = "JudgeFirstName"
            case judgeLastName = "JudgeLastName"
        }
    }

    /// A fighter as lists have it.
    public struct Fighter: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Nickname; null when there is none.
        public var nickname: String?
        /// Bouts won; null when not known, which is rare.
        public var wins: Int?
        /// Bouts lost; null when not known.
        public var losses: Int?
        /// Draws; null when not known.
        public var draws: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var statid: Int?
        /// Last name.
        public var lastName: String
        /// First name.
        public var firstName: String
        /// Division; null when not known.
        public var weightClass: WeightClass?
        /// Whether the fighter holds the title of the division.
        public var titleHolder: Bool
        public var fighterStatus: FighterStatus
        /// Place in the division, `C` for its champion; null without a place.
        public var rank: Rank?
        /// Place among the fighters of every division; null without a place.
        public var poundForPoundRank: PoundForPoundRank?
        /// Small image of the fighter.
        public var thumbnail: String
        /// Image of the fighter for the profile.
        public var profileImage: String
        /// Small image of the belt; past and present champions only.
        public var beltThumbnail: String?
        /// Image from head to foot, for the left side.
        public var leftFullBodyImage: String?
        /// Image from head to foot, for the right side.
        public var rightFullBodyImage: String?
        /// Web page of the fighter, the slug after `/fighter/`.
        public var link: String

        public init(
            id: Int,
            nickname: String? = nil,
            wins: Int? = nil,
            losses: Int? = nil,
            draws: Int? = nil,
            statid: Int? = nil,
            lastName: String,
            firstName: String,
            weightClass: WeightClass? = nil,
            titleHolder: Bool,
            fighterStatus: FighterStatus,
            rank: Rank? = nil,
            poundForPoundRank: PoundForPoundRank? = nil,
            thumbnail: String,
            profileImage: String,
            beltThumbnail: String? = nil,
            leftFullBodyImage: String? = nil,
            rightFullBodyImage: String? = nil,
            link: String
        ) {
            self.id = id
            self.nickname = nickname
            self.wins = wins
            self.losses = losses
            self.draws = draws
            self.statid = statid
            self.lastName = lastName
            self.firstName = firstName
            self.weightClass = weightClass
            self.titleHolder = titleHolder
            self.fighterStatus = fighterStatus
            self.rank = rank
            self.poundForPoundRank = poundForPoundRank
            self.thumbnail = thumbnail
            self.profileImage = profileImage
            self.beltThumbnail = beltThumbnail
            self.leftFullBodyImage = leftFullBodyImage
            self.rightFullBodyImage = rightFullBodyImage
            self.link = link
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case nickname
            case wins
            case losses
            case draws
            case statid
            case lastName = "last_name"
            case firstName = "first_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case fighterStatus = "fighter_status"
            case rank
            case poundForPoundRank = "pound_for_pound_rank"
            case thumbnail
            case profileImage = "profile_image"
            case beltThumbnail = "belt_thumbnail"
            case leftFullBodyImage = "left_full_body_image"
            case rightFullBodyImage = "right_full_body_image"
            case link
        }
    }

    /// A fighter with body, career and averages.
    public struct FighterDetail: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Nickname; null when there is none.
        public var nickname: String?
        /// Bouts won; null when not known, which is rare.
        public var wins: Int?
        /// Bouts lost; null when not known.
        public var losses: Int?
        /// Draws; null when not known.
        public var draws: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var statid: Int?
        /// Last name.
        public var lastName: String
        /// First name.
        public var firstName: String
        /// Division; null when not known.
        public var weightClass: WeightClass?
        /// Whether the fighter holds the title of the division.
        public var titleHolder: Bool
        public var fighterStatus: FighterStatus
        /// Place in the division, `C` for its champion; null without a place.
        public var rank: Rank?
        /// Place among the fighters of every division; null without a place.
        public var poundForPoundRank: PoundForPoundRank?
        /// Small image of the fighter.
        public var thumbnail: String
        /// Image of the fighter for the profile.
        public var profileImage: String
        /// Small image of the belt; past and present champions only.
        public var beltThumbnail: String?
        /// Image from head to foot, for the left side.
        public var leftFullBodyImage: String?
        /// Image from head to foot, for the right side.
        public var rightFullBodyImage: String?
        /// Web page of the fighter, the slug after `/fighter/`.
        public var link: String
        /// City of residence; null when not known.
        public var cityResiding: String?
        /// State of residence; null when not known.
        public var stateResiding: String?
        /// Country of residence; null when not known.
        public var countryResiding: String?
        /// Birth date; null when not known.
        public var dob: String?
        /// Address of the fighter's shop.
        public var storeLink: String?
        /// Inches; 0 when not known.
        public var height: Int
        /// The height in feet and inches, for reading.
        public var heightFt: String?
        /// Pounds; null when not known.
        public var weight: Int?
        /// Kilograms; null when not known.
        public var weightKg: Double?
        /// What the fighter is good at.
        public var strengths: String?
        /// Bouts won by knock-out or technical knock-out.
        public var koTkoWins: Int
        /// Bouts won by submission.
        public var submissionWins: Int
        /// Bouts won by decision.
        public var decisionWins: Int
        /// Mean length of a bout, `m:ss`; null when not known.
        public var averageFightTime: String?
        /// Mean length of a bout in seconds; null when not known.
        public var averageFightTimeSeconds: String?
        /// Mean of knockdowns; null when not known.
        public var kdAverage: String?
        /// Significant strikes landed per minute; null when not known.
        public var sLpM: String?
        /// Share of significant strikes that landed, in percent; null when not known.
        public var strikingAccuracy: String?
        /// Significant strikes absorbed per minute; null when not known.
        public var sApM: String?
        /// Share of the opponents' significant strikes that missed, in percent; null when not known.
        public var strikingDefense: String?
        /// Mean of takedowns; null when not known.
        public var takedownAverage: String?
        /// Share of takedowns that succeeded, in percent; null when not known.
        public var takedownAccuracy: String?
        /// Share of the opponents' takedowns that failed, in percent; null when not known.
        public var takedownDefense: String?
        /// Mean of submission attempts; null when not known.
        public var submissionsAverage: String?
        /// Mean of the division; null when not known.
        public var avgSLpM: Double?
        /// Maximum of the division; null when not known.
        public var maxSLpM: Double?
        /// Mean of the division; null when not known.
        public var avgSApM: Double?
        /// Maximum of the division; null when not known.
        public var maxSApM: Double?
        /// Mean of the division; null when not known.
        public var avgTd: Double?
        /// Maximum of the division; null when not known.
        public var maxTd: Double?
        /// Mean of the division; null when not known.
        public var avgSubmissionAttempts: Double?
        /// Maximum of the division; null when not known.
        public var maxSubmissionAttempts: Double?
        /// Bouts of the career, newest first; left out when there are none.
        public var fights: [CareerBout]?

        public init(
            id: Int,
            nickname: String? = nil,
            wins: Int? = nil,
            losses: Int? = nil,
            draws: Int? = nil,
            statid: Int? = nil,
            lastName: String,
            firstName: String,
            weightClass: WeightClass? = nil,
            titleHolder: Bool,
            fighterStatus: FighterStatus,
            rank: Rank? = nil,
            poundForPoundRank: PoundForPoundRank? = nil,
            thumbnail: String,
            profileImage: String,
            beltThumbnail: String? = nil,
            leftFullBodyImage: String? = nil,
            rightFullBodyImage: String? = nil,
            link: String,
            cityResiding: String? = nil,
            stateResiding: String? = nil,
            countryResiding: String? = nil,
            dob: String? = nil,
            storeLink: String? = nil,
            height: Int,
            heightFt: String? = nil,
            weight: Int? = nil,
            weightKg: Double? = nil,
            strengths: String? = nil,
            koTkoWins: Int,
            submissionWins: Int,
            decisionWins: Int,
            averageFightTime: String? = nil,
            averageFightTimeSeconds: String? = nil,
            kdAverage: String? = nil,
            sLpM: String? = nil,
            strikingAccuracy: String? = nil,
            sApM: String? = nil,
            strikingDefense: String? = nil,
            takedownAverage: String? = nil,
            takedownAccuracy: String? = nil,
            takedownDefense: String? = nil,
            submissionsAverage: String? = nil,
            avgSLpM: Double? = nil,
            maxSLpM: Double? = nil,
            avgSApM: Double? = nil,
            maxSApM: Double? = nil,
            avgTd: Double? = nil,
            maxTd: Double? = nil,
            avgSubmissionAttempts: Double? = nil,
            maxSubmissionAttempts: Double? = nil,
            fights: [CareerBout]? = nil
        ) {
            self.id = id
            self.nickname = nickname
            self.wins = wins
            self.losses = losses
            self.draws = draws
            self.statid = statid
            self.lastName = lastName
            self.firstName = firstName
            self.weightClass = weightClass
            self.titleHolder = titleHolder
            self.fighterStatus = fighterStatus
            self.rank = rank
            self.poundForPoundRank = poundForPoundRank
            self.thumbnail = thumbnail
            self.profileImage = profileImage
            self.beltThumbnail = beltThumbnail
            self.leftFullBodyImage = leftFullBodyImage
            self.rightFullBodyImage = rightFullBodyImage
            self.link = link
            self.cityResiding = cityResiding
            self.stateResiding = stateResiding
            self.countryResiding = countryResiding
            self.dob = dob
            self.storeLink = storeLink
            self.height = height
            self.heightFt = heightFt
            self.weight = weight
            self.weightKg = weightKg
            self.strengths = strengths
            self.koTkoWins = koTkoWins
            self.submissionWins = submissionWins
            self.decisionWins = decisionWins
            self.averageFightTime = averageFightTime
            self.averageFightTimeSeconds = averageFightTimeSeconds
            self.kdAverage = kdAverage
            self.sLpM = sLpM
            self.strikingAccuracy = strikingAccuracy
            self.sApM = sApM
            self.strikingDefense = strikingDefense
            self.takedownAverage = takedownAverage
            self.takedownAccuracy = takedownAccuracy
            self.takedownDefense = takedownDefense
            self.submissionsAverage = submissionsAverage
            self.avgSLpM = avgSLpM
            self.maxSLpM = maxSLpM
            self.avgSApM = avgSApM
            self.maxSApM = maxSApM
            self.avgTd = avgTd
            self.maxTd = maxTd
            self.avgSubmissionAttempts = avgSubmissionAttempts
            self.maxSubmissionAttempts = maxSubmissionAttempts
            self.fights = fights
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case nickname
            case wins
            case losses
            case draws
            case statid
            case lastName = "last_name"
            case firstName = "first_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case fighterStatus = "fighter_status"
            case rank
            case poundForPoundRank = "pound_for_pound_rank"
            case thumbnail
            case profileImage = "profile_image"
            case beltThumbnail = "belt_thumbnail"
            case leftFullBodyImage = "left_full_body_image"
            case rightFullBodyImage = "right_full_body_image"
            case link
            case cityResiding = "city_residing"
            case stateResiding = "state_residing"
            case countryResiding = "country_residing"
            case dob
            case storeLink = "store_link"
            case height
            case heightFt = "height_ft"
            case weight
            case weightKg = "weight_kg"
            case strengths
            case koTkoWins = "ko_tko_wins"
            case submissionWins = "submission_wins"
            case decisionWins = "decision_wins"
            case averageFightTime = "AverageFightTime"
            case averageFightTimeSeconds = "AverageFightTime_Seconds"
            case kdAverage = "KDAverage"
            case sLpM = "SLpM"
            case strikingAccuracy = "StrikingAccuracy"
            case sApM = "SApM"
            case strikingDefense = "StrikingDefense"
            case takedownAverage = "TakedownAverage"
            case takedownAccuracy = "TakedownAccuracy"
            case takedownDefense = "TakedownDefense"
            case submissionsAverage = "SubmissionsAverage"
            case avgSLpM = "avg_SLpM"
            case maxSLpM = "max_SLpM"
            case avgSApM = "avg_SApM"
            case maxSApM = "max_SApM"
            case avgTd = "avg_TD"
            case maxTd = "max_TD"
            case avgSubmissionAttempts = "avg_submission_attempts"
            case maxSubmissionAttempts = "max_submission_attempts"
            case fights
        }
    }

    /// A fighter with body, career and averages.
    public struct FighterDetailV1: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Bouts won; null when not known, which is rare.
        public var wins: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var statid: Int?
        /// Bouts lost; null when not known.
        public var losses: Int?
        /// Last name.
        public var lastName: String
        /// Division; null when not known.
        public var weightClass: WeightClass?
        /// Whether the fighter holds the title of the division.
        public var titleHolder: Bool
        /// Draws; null when not known.
        public var draws: Int?
        /// First name.
        public var firstName: String
        public var fighterStatus: FighterStatus
        /// Small image of the fighter.
        public var thumbnail: String
        /// Small image of the belt; past and present champions only.
        public var beltThumbnail: String?
        /// City of residence; null when not known.
        public var cityResiding: String?
        /// State of residence; null when not known.
        public var stateResiding: String?
        /// Country of residence; null when not known.
        public var countryResiding: String?
        /// Birth date; null when not known.
        public var dob: String?
        /// Address of the fighter's shop.
        public var storeLink: String?
        /// Inches; 0 when not known.
        public var height: Int
        /// The height in feet and inches, for reading.
        public var heightFt: String?
        /// Pounds; null when not known.
        public var weight: Int?
        /// Kilograms; null when not known.
        public var weightKg: Double?
        /// What the fighter is good at.
        public var strengths: String?
        /// Bouts won by knock-out or technical knock-out.
        public var koTkoWins: Int
        /// Bouts won by submission.
        public var submissionWins: Int
        /// Bouts won by decision.
        public var decisionWins: Int
        /// Mean length of a bout, `m:ss`; null when not known.
        public var averageFightTime: String?
        /// Mean length of a bout in seconds; null when not known.
        public var averageFightTimeSeconds: String?
        /// Mean of knockdowns; null when not known.
        public var kdAverage: String?
        /// Significant strikes landed per minute; null when not known.
        public var sLpM: String?
        /// Share of significant strikes that landed, in percent; null when not known.
        public var strikingAccuracy: String?
        /// Significant strikes absorbed per minute; null when not known.
        public var sApM: String?
        /// Share of the opponents' significant strikes that missed, in percent; null when not known.
        public var strikingDefense: String?
        /// Mean of takedowns; null when not known.
        public var takedownAverage: String?
        /// Share of takedowns that succeeded, in percent; null when not known.
        public var takedownAccuracy: String?
        /// Share of the opponents' takedowns that failed, in percent; null when not known.
        public var takedownDefense: String?
        /// Mean of submission attempts; null when not known.
        public var submissionsAverage: String?
        /// Mean of the division; null when not known.
        public var avgSLpM: Double?
        /// Maximum of the division; null when not known.
        public var maxSLpM: Double?
        /// Mean of the division; null when not known.
        public var avgSApM: Double?
        /// Maximum of the division; null when not known.
        public var maxSApM: Double?
        /// Mean of the division; null when not known.
        public var avgTd: Double?
        /// Maximum of the division; null when not known.
        public var maxTd: Double?
        /// Mean of the division; null when not known.
        public var avgSubmissionAttempts: Double?
        /// Maximum of the division; null when not known.
        public var maxSubmissionAttempts: Double?
        /// Bouts of the career, newest first; left out when there are none.
        public var fights: [CareerBout]?

        public init(
            id: Int,
            wins: Int? = nil,
            statid: Int? = nil,
            losses: Int? = nil,
            lastName: String,
            weightClass: WeightClass? = nil,
            titleHolder: Bool,
            draws: Int? = nil,
            firstName: String,
            fighterStatus: FighterStatus,
            thumbnail: String,
            beltThumbnail: String? = nil,
            cityResiding: String? = nil,
            stateResiding: String? = nil,
            countryResiding: String? = nil,
            dob: String? = nil,
            storeLink: String? = nil,
            height: Int,
            heightFt: String? = nil,
            weight: Int? = nil,
            weightKg: Double? = nil,
            strengths: String? = nil,
            koTkoWins: Int,
            submissionWins: Int,
            decisionWins: Int,
            averageFightTime: String? = nil,
            averageFightTimeSeconds: String? = nil,
            kdAverage: String? = nil,
            sLpM: String? = nil,
            strikingAccuracy: String? = nil,
            sApM: String? = nil,
            strikingDefense: String? = nil,
            takedownAverage: String? = nil,
            takedownAccuracy: String? = nil,
            takedownDefense: String? = nil,
            submissionsAverage: String? = nil,
            avgSLpM: Double? = nil,
            maxSLpM: Double? = nil,
            avgSApM: Double? = nil,
            maxSApM: Double? = nil,
            avgTd: Double? = nil,
            maxTd: Double? = nil,
            avgSubmissionAttempts: Double? = nil,
            maxSubmissionAttempts: Double? = nil,
            fights: [CareerBout]? = nil
        ) {
            self.id = id
            self.wins = wins
            self.statid = statid
            self.losses = losses
            self.lastName = lastName
            self.weightClass = weightClass
            self.titleHolder = titleHolder
            self.draws = draws
            self.firstName = firstName
            self.fighterStatus = fighterStatus
            self.thumbnail = thumbnail
            self.beltThumbnail = beltThumbnail
            self.cityResiding = cityResiding
            self.stateResiding = stateResiding
            self.countryResiding = countryResiding
            self.dob = dob
            self.storeLink = storeLink
            self.height = height
            self.heightFt = heightFt
            self.weight = weight
            self.weightKg = weightKg
            self.strengths = strengths
            self.koTkoWins = koTkoWins
            self.submissionWins = submissionWins
            self.decisionWins = decisionWins
            self.averageFightTime = averageFightTime
            self.averageFightTimeSeconds = averageFightTimeSeconds
            self.kdAverage = kdAverage
            self.sLpM = sLpM
            self.strikingAccuracy = strikingAccuracy
            self.sApM = sApM
            self.strikingDefense = strikingDefense
            self.takedownAverage = takedownAverage
            self.takedownAccuracy = takedownAccuracy
            self.takedownDefense = takedownDefense
            self.submissionsAverage = submissionsAverage
            self.avgSLpM = avgSLpM
            self.maxSLpM = maxSLpM
            self.avgSApM = avgSApM
            self.maxSApM = maxSApM
            self.avgTd = avgTd
            self.maxTd = maxTd
            self.avgSubmissionAttempts = avgSubmissionAttempts
            self.maxSubmissionAttempts = maxSubmissionAttempts
            self.fights = fights
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case wins
            case statid
            case losses
            case lastName = "last_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case draws
            case firstName = "first_name"
            case fighterStatus = "fighter_status"
            case thumbnail
            case beltThumbnail = "belt_thumbnail"
            case cityResiding = "city_residing"
            case stateResiding = "state_residing"
            case countryResiding = "country_residing"
            case dob
            case storeLink = "store_link"
            case height
            case heightFt = "height_ft"
            case weight
            case weightKg = "weight_kg"
            case strengths
            case koTkoWins = "ko_tko_wins"
            case submissionWins = "submission_wins"
            case decisionWins = "decision_wins"
            case averageFightTime = "AverageFightTime"
            case averageFightTimeSeconds = "AverageFightTime_Seconds"
            case kdAverage = "KDAverage"
            case sLpM = "SLpM"
            case strikingAccuracy = "StrikingAccuracy"
            case sApM = "SApM"
            case strikingDefense = "StrikingDefense"
            case takedownAverage = "TakedownAverage"
            case takedownAccuracy = "TakedownAccuracy"
            case takedownDefense = "TakedownDefense"
            case submissionsAverage = "SubmissionsAverage"
            case avgSLpM = "avg_SLpM"
            case maxSLpM = "max_SLpM"
            case avgSApM = "avg_SApM"
            case maxSApM = "max_SApM"
            case avgTd = "avg_TD"
            case maxTd = "max_TD"
            case avgSubmissionAttempts = "avg_submission_attempts"
            case maxSubmissionAttempts = "max_submission_attempts"
            case fights
        }
    }

    /// Whether the fighter still fights.
    public struct FighterStatus: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let active = FighterStatus(rawValue: "Active")
        public static let notFighting = FighterStatus(rawValue: "NotFighting")

        /// The words that were known when the kit was made.
        public static let known: [FighterStatus] = [.active, .notFighting]

        /// Whether it is one of them.
        public var isKnown: Bool { FighterStatus.known.contains(self) }
    }

    /// A fighter as lists of version 1 have it.
    public struct FighterV1: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Bouts won; null when not known, which is rare.
        public var wins: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var statid: Int?
        /// Bouts lost; null when not known.
        public var losses: Int?
        /// Last name.
        public var lastName: String
        /// Division; null when not known.
        public var weightClass: WeightClass?
        /// Whether the fighter holds the title of the division.
        public var titleHolder: Bool
        /// Draws; null when not known.
        public var draws: Int?
        /// First name.
        public var firstName: String
        public var fighterStatus: FighterStatus
        /// Small image of the fighter.
        public var thumbnail: String
        /// Small image of the belt; past and present champions only.
        public var beltThumbnail: String?

        public init(
            id: Int,
            wins: Int? = nil,
            statid: Int? = nil,
            losses: Int? = nil,
            lastName: String,
            weightClass: WeightClass? = nil,
            titleHolder: Bool,
            draws: Int? = nil,
            firstName: String,
            fighterStatus: FighterStatus,
            thumbnail: String,
            beltThumbnail: String? = nil
        ) {
            self.id = id
            self.wins = wins
            self.statid = statid
            self.losses = losses
            self.lastName = lastName
            self.weightClass = weightClass
            self.titleHolder = titleHolder
            self.draws = draws
            self.firstName = firstName
            self.fighterStatus = fighterStatus
            self.thumbnail = thumbnail
            self.beltThumbnail = beltThumbnail
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case wins
            case statid
            case losses
            case lastName = "last_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case draws
            case firstName = "first_name"
            case fighterStatus = "fighter_status"
            case thumbnail
            case beltThumbnail = "belt_thumbnail"
        }
    }

    /// How the service is.
    public struct Health: Codable, Hashable, Sendable {
        /// Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503.
        public var status: HealthStatus
        /// The family of routes.
        public var version: HealthVersion
        /// Language and country of the texts.
        public var locale: HealthLocale
        /// Clock of the server.
        public var time: String

        public init(
            status: HealthStatus,
            version: HealthVersion,
            locale: HealthLocale,
            time: String
        ) {
            self.status = status
            self.version = version
            self.locale = locale
            self.time = time
        }

        private enum CodingKeys: String, CodingKey {
            case status
            case version
            case locale
            case time
        }
    }

    /// Language and country of the texts.
    public struct HealthLocale: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let esUs = HealthLocale(rawValue: "es_US")
        public static let enUs = HealthLocale(rawValue: "en_US")

        /// The words that were known when the kit was made.
        public static let known: [HealthLocale] = [.esUs, .enUs]

        /// Whether it is one of them.
        public var isKnown: Bool { HealthLocale.known.contains(self) }
    }

    /// Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503.
    public struct HealthStatus: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let ok = HealthStatus(rawValue: "ok")
        public static let degraded = HealthStatus(rawValue: "degraded")
        public static let down = HealthStatus(rawValue: "down")

        /// The words that were known when the kit was made.
        public static let known: [HealthStatus] = [.ok, .degraded, .down]

        /// Whether it is one of them.
        public var isKnown: Bool { HealthStatus.known.contains(self) }
    }

    /// The family of routes.
    public struct HealthVersion: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let v3 = HealthVersion(rawValue: "v3")
        public static let v1 = HealthVersion(rawValue: "v1")

        /// The words that were known when the kit was made.
        public static let known: [HealthVersion] = [.v3, .v1]

        /// Whether it is one of them.
        public var isKnown: Bool { HealthVersion.known.contains(self) }
    }

    /// How to use the app.
    public struct Instructions: Codable, Hashable, Sendable {
        /// Heading; empty when there is none.
        public var title: String
        /// The instructions, in HTML; empty when there are none.
        public var body: String
        /// Language and country of the texts.
        public var locale: InstructionsLocale

        public init(
            title: String,
            body: String,
            locale: InstructionsLocale
        ) {
            self.title = title
            self.body = body
            self.locale = locale
        }

        private enum CodingKeys: String, CodingKey {
            case title
            case body
            case locale
        }
    }

    /// Language and country of the texts.
    public struct InstructionsLocale: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let esUs = InstructionsLocale(rawValue: "es_US")
        public static let enUs = InstructionsLocale(rawValue: "en_US")

        /// The words that were known when the kit was made.
        public static let known: [InstructionsLocale] = [.esUs, .enUs]

        /// Whether it is one of them.
        public var isKnown: Bool { InstructionsLocale.known.contains(self) }
    }

    /// Whether an event is live, and the video of it.
    public struct Live: Codable, Hashable, Sendable {
        /// Whether the event is the live event.
        public var live: Bool
        /// Id of the event that is live or comes next.
        public var eventId: Int?
        /// Heading of the video.
        public var title: String?
        /// Address of the video, HLS.
        public var mobileStreamUrl: String?
        /// Start of the event.
        public var startsAt: String?
        /// End of the event.
        public var endsAt: String?

        public init(
            live: Bool,
            eventId: Int? = nil,
            title: String? = nil,
            mobileStreamUrl: String? = nil,
            startsAt: String? = nil,
            endsAt: String? = nil
        ) {
            self.live = live
            self.eventId = eventId
            self.title = title
            self.mobileStreamUrl = mobileStreamUrl
            self.startsAt = startsAt
            self.endsAt = endsAt
        }

        private enum CodingKeys: String, CodingKey {
            case live
            case eventId = "event_id"
            case title
            case mobileStreamUrl = "mobile_stream_url"
            case startsAt = "starts_at"
            case endsAt = "ends_at"
        }
    }

    /// The event of the moment with its media and news.
    public struct LiveContent: Codable, Hashable, Sendable {
        /// The live event, else the one named in content, else the next to start; null when there is none.
        public var event: Event?
        /// Media of the event, newest first.
        public var media: [Media]
        /// News of the event, newest first.
        public var news: [News]

        public init(
            event: Event? = nil,
            media: [Media],
            news: [News]
        ) {
            self.event = event
            self.media = media
            self.news = news
        }

        private enum CodingKeys: String, CodingKey {
            case event
            case media
            case news
        }
    }

    /// The event of the moment with its media and news.
    public struct LiveContentV1: Codable, Hashable, Sendable {
        /// The live event, else the one named in content, else the next to start; null when there is none.
        public var event: EventV1?
        /// Media of the event, newest first.
        public var media: [Media]
        /// News of the event, newest first.
        public var news: [News]

        public init(
            event: EventV1? = nil,
            media: [Media],
            news: [News]
        ) {
            self.event = event
            self.media = media
            self.news = news
        }

        private enum CodingKeys: String, CodingKey {
            case event
            case media
            case news
        }
    }

    /// Where the feed of the live event is; all three null when nothing is live.
    public struct LiveEventUrl: Codable, Hashable, Sendable {
        /// Id of the event; null also while no stored event has the statid.
        public var eventId: Int?
        /// The metrics supplier's id of the event, EventID in the feed.
        public var statid: Int?
        /// Address of the live feed.
        public var liveEventUrl: String?

        public init(
            eventId: Int? = nil,
            statid: Int? = nil,
            liveEventUrl: String? = nil
        ) {
            self.eventId = eventId
            self.statid = statid
            self.liveEventUrl = liveEventUrl
        }

        private enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case statid
            case liveEventUrl = "live_event_url"
        }
    }

    /// A bout's snapshot if it has a `Type`, else an event's.
    public enum LiveUpdate: Codable, Hashable, Sendable {
        case boutUpdate(BoutUpdate)
        case eventUpdate(EventUpdate)

        private enum CodingKeys: String, CodingKey {
            case type = "Type"
        }

        public init(from decoder: Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let isAbsent = try !members.contains(.type) || members.decodeNil(forKey: .type)
            self = isAbsent ? .eventUpdate(try EventUpdate(from: decoder)) : .boutUpdate(try BoutUpdate(from: decoder))
        }

        public func encode(to encoder: Encoder) throws {
            switch self {
            case .boutUpdate(let value): try value.encode(to: encoder)
            case .eventUpdate(let value): try value.encode(to: encoder)
            }
        }
    }

    /// A video or a gallery as lists have it.
    public struct Media: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// The day of the media item.
        public var mediaDate: String
        public var type: MediaType
        /// What it shows; empty when nothing is said.
        public var description: String
        /// Caption of the link to more; empty when there is none.
        public var moreLinkText: String
        /// Small image; empty when there is none.
        public var thumbnail: String
        /// Address of the link to more; empty when there is none.
        public var moreLinkurl: String
        /// Path on the video host, of an internal video.
        public var internalUrl: String
        /// Heading of the media item.
        public var title: String
        /// Whose player an embedded video needs; an open list.
        public var embeddedType: String?
        /// Id of an embedded video at its host.
        public var embeddedId: String?
        /// Address of the video, HLS.
        public var mobileStreamUrl: String?
        /// Address of the video, MP4.
        public var mobileVideoUrl: String?
        /// When the record was last changed.
        public var lastModified: String
        /// When the record was made.
        public var created: String
        /// From when; a date in the future does not hide the media item.
        public var publishedStartDate: String
        /// Slug; not necessarily unique.
        public var urlName: String
        /// Ids of the tags.
        public var keywordIds: [Int]

        public init(
            id: Int,
            mediaDate: String,
            type: MediaType,
            description: String,
            moreLinkText: String,
            thumbnail: String,
            moreLinkurl: String,
            internalUrl: String,
            title: String,
            embeddedType: String? = nil,
            embeddedId: String? = nil,
            mobileStreamUrl: String? = nil,
            mobileVideoUrl: String? = nil,
            lastModified: String,
            created: String,
            publishedStartDate: String,
            urlName: String,
            keywordIds: [Int]
        ) {
            self.id = id
            self.mediaDate = mediaDate
            self.type = type
            self.description = description
            self.moreLinkText = moreLinkText
            self.thumbnail = thumbnail
            self.moreLinkurl = moreLinkurl
            self.internalUrl = internalUrl
            self.title = title
            self.embeddedType = embeddedType
            self.embeddedId = embeddedId
            self.mobileStreamUrl = mobileStreamUrl
            self.mobileVideoUrl = mobileVideoUrl
            self.lastModified = lastModified
            self.created = created
            self.publishedStartDate = publishedStartDate
            self.urlName = urlName
            self.keywordIds = keywordIds
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case mediaDate = "media_date"
            case type
            case description
            case moreLinkText = "more_link_text"
            case thumbnail
            case moreLinkurl = "more_linkurl"
            case internalUrl = "internal_url"
            case title
            case embeddedType = "embedded_type"
            case embeddedId = "embedded_id"
            case mobileStreamUrl = "mobile_stream_url"
            case mobileVideoUrl = "mobile_video_url"
            case lastModified = "last_modified"
            case created
            case publishedStartDate = "published_start_date"
            case urlName = "url_name"
            case keywordIds = "keyword_ids"
        }
    }

    /// A video or a gallery with its photos.
    public struct MediaItem: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// The day of the media item.
        public var mediaDate: String
        public var type: MediaType
        /// What it shows; empty when nothing is said.
        public var description: String
        /// Caption of the link to more; empty when there is none.
        public var moreLinkText: String
        /// Small image; empty when there is none.
        public var thumbnail: String
        /// Address of the link to more; empty when there is none.
        public var moreLinkurl: String
        /// Path on the video host, of an internal video.
        public var internalUrl: String
        /// Heading of the media item.
        public var title: String
        /// Whose player an embedded video needs; an open list.
        public var embeddedType: String?
        /// Id of an embedded video at its host.
        public var embeddedId: String?
        /// Address of the video, HLS.
        public var mobileStreamUrl: String?
        /// Address of the video, MP4.
        public var mobileVideoUrl: String?
        /// When the record was last changed.
        public var lastModified: String
        /// When the record was made.
        public var created: String
        /// From when; a date in the future does not hide the media item.
        public var publishedStartDate: String
        /// Slug; not necessarily unique.
        public var urlName: String
        /// Ids of the tags.
        public var keywordIds: [Int]
        /// The photos of a photo gallery, in its order.
        public var photos: [Photo]

        public init(
            id: Int,
            mediaDate: String,
            type: MediaType,
            description: String,
            moreLinkText: String,
            thumbnail: String,
            moreLinkurl: String,
            internalUrl: String,
            title: String,
            embeddedType: String? = nil,
            embeddedId: String? = nil,
            mobileStreamUrl: String? = nil,
            mobileVideoUrl: String? = nil,
            lastModified: String,
            created: String,
            publishedStartDate: String,
            urlName: String,
            keywordIds: [Int],
            photos: [Photo]
        ) {
            self.id = id
            self.mediaDate = mediaDate
            self.type = type
            self.description = description
            self.moreLinkText = moreLinkText
            self.thumbnail = thumbnail
            self.moreLinkurl = moreLinkurl
            self.internalUrl = internalUrl
            self.title = title
            self.embeddedType = embeddedType
            self.embeddedId = embeddedId
            self.mobileStreamUrl = mobileStreamUrl
            self.mobileVideoUrl = mobileVideoUrl
            self.lastModified = lastModified
            self.created = created
            self.publishedStartDate = publishedStartDate
            self.urlName = urlName
            self.keywordIds = keywordIds
            self.photos = photos
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case mediaDate = "media_date"
            case type
            case description
            case moreLinkText = "more_link_text"
            case thumbnail
            case moreLinkurl = "more_linkurl"
            case internalUrl = "internal_url"
            case title
            case embeddedType = "embedded_type"
            case embeddedId = "embedded_id"
            case mobileStreamUrl = "mobile_stream_url"
            case mobileVideoUrl = "mobile_video_url"
            case lastModified = "last_modified"
            case created
            case publishedStartDate = "published_start_date"
            case urlName = "url_name"
            case keywordIds = "keyword_ids"
            case photos
        }
    }

    /// A video at another host, a video of our own, or a gallery of photos.
    public struct MediaType: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let embeddedvideo = MediaType(rawValue: "EMBEDDEDVIDEO")
        public static let internalvideo = MediaType(rawValue: "INTERNALVIDEO")
        public static let photogallery = MediaType(rawValue: "PHOTOGALLERY")

        /// The words that were known when the kit was made.
        public static let known: [MediaType] = [.embeddedvideo, .internalvideo, .photogallery]

        /// Whether it is one of them.
        public var isKnown: Bool { MediaType.known.contains(self) }
    }

    /// Where the feed of an event is.
    public struct MetricsEntry: Codable, Hashable, Sendable {
        /// Id of the event.
        public var eventId: Int
        /// The metrics supplier's id of the event, EventID in the feed.
        public var statid: Int
        /// Title of the event.
        public var baseTitle: String
        /// Second part of the title.
        public var titleTagLine: String?
        /// Start of the event.
        public var eventDategmt: String
        public var eventStatus: EventStatus
        /// Address of the live feed; null until a feed is received.
        public var liveEventUrl: String?
        /// Address of the live feed, whether or not one was received.
        public var fmFntFeedUrl: String

        public init(
            eventId: Int,
            statid: Int,
            baseTitle: String,
            titleTagLine: String? = nil,
            eventDategmt: String,
            eventStatus: EventStatus,
            liveEventUrl: String? = nil,
            fmFntFeedUrl: String
        ) {
            self.eventId = eventId
            self.statid = statid
            self.baseTitle = baseTitle
            self.titleTagLine = titleTagLine
            self.eventDategmt = eventDategmt
            self.eventStatus = eventStatus
            self.liveEventUrl = liveEventUrl
            self.fmFntFeedUrl = fmFntFeedUrl
        }

        private enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case statid
            case baseTitle = "base_title"
            case titleTagLine = "title_tag_line"
            case eventDategmt = "event_dategmt"
            case eventStatus = "event_status"
            case liveEventUrl = "live_event_url"
            case fmFntFeedUrl = "fm_fnt_feed_url"
        }
    }

    /// An article as lists have it.
    public struct News: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Caption of the link to an off-site article.
        public var externalUrlText: String
        /// Address of an off-site article.
        public var externalUrl: String
        /// Who wrote it; null or empty when not known.
        public var author: String?
        /// Heading of the article.
        public var title: String
        /// Id of the leading media item.
        public var articleMediaId: Int?
        /// Id of the fighter the article is about.
        public var articleFighterId: Int?
        /// The day of the article.
        public var articleDate: String
        /// Small image; empty when there is none.
        public var thumbnail: String
        /// Teaser; may hold HTML.
        public var introduction: String
        /// Category in which the article is featured.
        public var featuredNewsCategory: String?
        /// When the record was last changed.
        public var lastModified: String
        /// Slug; not necessarily unique.
        public var urlName: String
        /// When the record was made.
        public var created: String?
        /// From when; a date in the future does not hide the article.
        public var publishedStartDate: String?
        /// Ids of the tags.
        public var keywordIds: [Int]

        public init(
            id: Int,
            externalUrlText: String,
            externalUrl: String,
            author: String? = nil,
            title: String,
            articleMediaId: Int? = nil,
            articleFighterId: Int? = nil,
            articleDate: String,
            thumbnail: String,
            introduction: String,
            featuredNewsCategory: String? = nil,
            lastModified: String,
            urlName: String,
            created: String? = nil,
            publishedStartDate: String? = nil,
            keywordIds: [Int]
        ) {
            self.id = id
            self.externalUrlText = externalUrlText
            self.externalUrl = externalUrl
            self.author = author
            self.title = title
            self.articleMediaId = articleMediaId
            self.articleFighterId = articleFighterId
            self.articleDate = articleDate
            self.thumbnail = thumbnail
            self.introduction = introduction
            self.featuredNewsCategory = featuredNewsCategory
            self.lastModified = lastModified
            self.urlName = urlName
            self.created = created
            self.publishedStartDate = publishedStartDate
            self.keywordIds = keywordIds
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case externalUrlText = "external_url_text"
            case externalUrl = "external_url"
            case author
            case title
            case articleMediaId = "article_media_id"
            case articleFighterId = "article_fighter_id"
            case articleDate = "article_date"
            case thumbnail
            case introduction
            case featuredNewsCategory = "featured_news_category"
            case lastModified = "last_modified"
            case urlName = "url_name"
            case created
            case publishedStartDate = "published_start_date"
            case keywordIds = "keyword_ids"
        }
    }

    /// A parameter that does not fit.
    public struct ParameterError: Codable, Hashable, Sendable {
        /// Name of a path or query parameter.
        public var parameter: String
        /// What it must be, in the language of the family.
        public var detail: String

        public init(
            parameter: String,
            detail: String
        ) {
            self.parameter = parameter
            self.detail = detail
        }

        private enum CodingKeys: String, CodingKey {
            case parameter
            case detail
        }
    }

    /// A photo of a gallery.
    public struct Photo: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// Address of the small image.
        public var thumbnailPath: String
        /// Address of the image.
        public var path: String
        /// What it shows; empty when nothing is said.
        public var caption: String
        /// Place in the gallery, ascending.
        public var galleryOrder: Int
        /// Id of the media item the photo belongs to.
        public var mediaId: Int

        public init(
            id: Int,
            thumbnailPath: String,
            path: String,
            caption: String,
            galleryOrder: Int,
            mediaId: Int
        ) {
            self.id = id
            self.thumbnailPath = thumbnailPath
            self.path = path
            self.caption = caption
            self.galleryOrder = galleryOrder
            self.mediaId = mediaId
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case thumbnailPath = "thumbnail_path"
            case path
            case caption
            case galleryOrder = "gallery_order"
            case mediaId = "media_id"
        }
    }

    /// Place among the fighters of every division.
    public struct PoundForPoundRank: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let value1 = PoundForPoundRank(rawValue: "1")
        public static let value2 = PoundForPoundRank(rawValue: "2")
        public static let value3 = PoundForPoundRank(rawValue: "3")
        public static let value4 = PoundForPoundRank(rawValue: "4")
        public static let value5 = PoundForPoundRank(rawValue: "5")
        public static let value6 = PoundForPoundRank(rawValue: "6")
        public static let value7 = PoundForPoundRank(rawValue: "7")
        public static let value8 = PoundForPoundRank(rawValue: "8")
        public static let value9 = PoundForPoundRank(rawValue: "9")
        public static let value10 = PoundForPoundRank(rawValue: "10")
        public static let value11 = PoundForPoundRank(rawValue: "11")
        public static let value12 = PoundForPoundRank(rawValue: "12")
        public static let value13 = PoundForPoundRank(rawValue: "13")
        public static let value14 = PoundForPoundRank(rawValue: "14")
        public static let value15 = PoundForPoundRank(rawValue: "15")

        /// The words that were known when the kit was made.
        public static let known: [PoundForPoundRank] = [.value1, .value2, .value3, .value4, .value5, .value6, .value7, .value8, .value9, .value10, .value11, .value12, .value13, .value14, .value15]

        /// Whether it is one of them.
        public var isKnown: Bool { PoundForPoundRank.known.contains(self) }
    }

    /// A problem (RFC 9457).
    public struct ProblemDetails: Codable, Hashable, Sendable {
        /// What kind of problem this is; the only member to tell problems apart by.
        public var type: ProblemType
        /// Name of the kind of problem, in the language of the family.
        public var title: String
        /// The HTTP status.
        public var status: Int
        /// What went wrong this time, in the language of the family.
        public var detail: String
        /// Path of the request.
        public var instance: String
        /// With 400 and 422: each value that does not fit.
        public var errors: [ProblemDetailsErrorsItem]?
        /// With voting-closed and scoring-closed: since when.
        public var closedAt: String?
        /// With sequence-conflict: the number stored.
        public var sequence: Int?

        public init(
            type: ProblemType,
            title: String,
            status: Int,
            detail: String,
            instance: String,
            errors: [ProblemDetailsErrorsItem]? = nil,
            closedAt: String? = nil,
            sequence: Int? = nil
        ) {
            self.type = type
            self.title = title
            self.status = status
            self.detail = detail
            self.instance = instance
            self.errors = errors
            self.closedAt = closedAt
            self.sequence = sequence
        }

        private enum CodingKeys: String, CodingKey {
            case type
            case title
            case status
            case detail
            case instance
            case errors
            case closedAt = "closed_at"
            case sequence
        }
    }

    public enum ProblemDetailsErrorsItem: Codable, Hashable, Sendable {
        case bodyError(BodyError)
        case parameterError(ParameterError)

        private enum CodingKeys: String, CodingKey {
            case pointer = "pointer"
        }

        public init(from decoder: Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let isAbsent = try !members.contains(.pointer) || members.decodeNil(forKey: .pointer)
            self = isAbsent ? .parameterError(try ParameterError(from: decoder)) : .bodyError(try BodyError(from: decoder))
        }

        public func encode(to encoder: Encoder) throws {
            switch self {
            case .bodyError(let value): try value.encode(to: encoder)
            case .parameterError(let value): try value.encode(to: encoder)
            }
        }
    }

    /// The types of problems of this service; a proxy answers with others, such as about:blank.
    public struct ProblemType: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let invalidRequest = ProblemType(rawValue: "urn:problem-type:invalid-request")
        public static let malformedJson = ProblemType(rawValue: "urn:problem-type:malformed-json")
        public static let feedKeyRequired = ProblemType(rawValue: "urn:problem-type:feed-key-required")
        public static let feedKeyRejected = ProblemType(rawValue: "urn:problem-type:feed-key-rejected")
        public static let routeNotFound = ProblemType(rawValue: "urn:problem-type:route-not-found")
        public static let translationNotFound = ProblemType(rawValue: "urn:problem-type:translation-not-found")
        public static let articleNotFound = ProblemType(rawValue: "urn:problem-type:article-not-found")
        public static let mediaItemNotFound = ProblemType(rawValue: "urn:problem-type:media-item-not-found")
        public static let fighterNotFound = ProblemType(rawValue: "urn:problem-type:fighter-not-found")
        public static let ringPresenterNotFound = ProblemType(rawValue: "urn:problem-type:ring-presenter-not-found")
        public static let eventNotFound = ProblemType(rawValue: "urn:problem-type:event-not-found")
        public static let fightNotFound = ProblemType(rawValue: "urn:problem-type:fight-not-found")
        public static let voteNotFound = ProblemType(rawValue: "urn:problem-type:vote-not-found")
        public static let liveEventNotFound = ProblemType(rawValue: "urn:problem-type:live-event-not-found")
        public static let liveFightNotFound = ProblemType(rawValue: "urn:problem-type:live-fight-not-found")
        public static let methodNotAllowed = ProblemType(rawValue: "urn:problem-type:method-not-allowed")
        public static let notAcceptable = ProblemType(rawValue: "urn:problem-type:not-acceptable")
        public static let votingClosed = ProblemType(rawValue: "urn:problem-type:voting-closed")
        public static let scoringClosed = ProblemType(rawValue: "urn:problem-type:scoring-closed")
        public static let sequenceConflict = ProblemType(rawValue: "urn:problem-type:sequence-conflict")
        public static let bodyTooLarge = ProblemType(rawValue: "urn:problem-type:body-too-large")
        public static let unsupportedMediaType = ProblemType(rawValue: "urn:problem-type:unsupported-media-type")
        public static let invalidBody = ProblemType(rawValue: "urn:problem-type:invalid-body")
        public static let tooManyRequests = ProblemType(rawValue: "urn:problem-type:too-many-requests")
        public static let internalError = ProblemType(rawValue: "urn:problem-type:internal-error")
        public static let serviceUnavailable = ProblemType(rawValue: "urn:problem-type:service-unavailable")
        public static let outcomeUnknown = ProblemType(rawValue: "urn:problem-type:outcome-unknown")

        /// The words that were known when the kit was made.
        public static let known: [ProblemType] = [.invalidRequest, .malformedJson, .feedKeyRequired, .feedKeyRejected, .routeNotFound, .translationNotFound, .articleNotFound, .mediaItemNotFound, .fighterNotFound, .ringPresenterNotFound, .eventNotFound, .fightNotFound, .voteNotFound, .liveEventNotFound, .liveFightNotFound, .methodNotAllowed, .notAcceptable, .votingClosed, .scoringClosed, .sequenceConflict, .bodyTooLarge, .unsupportedMediaType, .invalidBody, .tooManyRequests, .internalError, .serviceUnavailable, .outcomeUnknown]

        /// Whether it is one of them.
        public var isKnown: Bool { ProblemType.known.contains(self) }
    }

    /// Place in the division; `C` is its champion.
    public struct Rank: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let c = Rank(rawValue: "C")
        public static let value1 = Rank(rawValue: "1")
        public static let value2 = Rank(rawValue: "2")
        public static let value3 = Rank(rawValue: "3")
        public static let value4 = Rank(rawValue: "4")
        public static let value5 = Rank(rawValue: "5")
        public static let value6 = Rank(rawValue: "6")
        public static let value7 = Rank(rawValue: "7")
        public static let value8 = Rank(rawValue: "8")
        public static let value9 = Rank(rawValue: "9")
        public static let value10 = Rank(rawValue: "10")
        public static let value11 = Rank(rawValue: "11")
        public static let value12 = Rank(rawValue: "12")
        public static let value13 = Rank(rawValue: "13")
        public static let value14 = Rank(rawValue: "14")
        public static let value15 = Rank(rawValue: "15")

        /// The words that were known when the kit was made.
        public static let known: [Rank] = [.c, .value1, .value2, .value3, .value4, .value5, .value6, .value7, .value8, .value9, .value10, .value11, .value12, .value13, .value14, .value15]

        /// Whether it is one of them.
        public var isKnown: Bool { Rank.known.contains(self) }
    }

    /// A ring presenter, in the list and alone.
    public struct RingPresenter: Codable, Hashable, Sendable {
        /// Id of the record, unique among its kind.
        public var id: Int
        /// First name.
        public var firstName: String
        /// Last name.
        public var lastName: String
        /// Birth date.
        public var dateOfBirth: String
        /// Inches; 0 when not known.
        public var height: Int
        /// Pounds; 0 when not known.
        public var weight: Int
        /// City of residence; empty when not known.
        public var cityResiding: String
        /// State of residence; empty when not known.
        public var stateResiding: String
        /// Country of residence; empty when not known.
        public var countryResiding: String
        /// First part of the biography, in HTML.
        public var biography1: String
        /// Second part of the biography, in HTML.
        public var biography2: String
        /// Heading of the biography.
        public var biographyHeader: String
        /// A line about her.
        public var shortDescription: String
        /// Words of hers.
        public var quote: String
        /// What she does in her free time.
        public var hobbies: String
        /// What she likes to eat.
        public var favoriteFoods: String
        /// What she likes to watch.
        public var favoritetvshows: String
        /// What she wants to reach.
        public var careerGoals: String
        /// Kept for existing clients; left empty.
        public var turnOns: String
        /// Kept for existing clients; left empty.
        public var waysToPickUp: String
        /// Wide image behind the heading; empty when there is none.
        public var bannerBackgroundImage: String
        /// Large portrait; empty when there is none.
        public var largeProfilePicture: String
        /// Portrait of medium size; empty when there is none.
        public var mediumProfilePicture: String
        /// Account on Twitter; empty when there is none.
        public var twitterUsername: String
        /// Hashtag on Twitter; empty when there is none.
        public var twitterHashtag: String
        /// Address of her website; empty when there is none.
        public var websiteurl: String
        /// Address of her shop; empty when there is none.
        public var storeurl: String
        /// Address of her channel on YouTube; empty when there is none.
        public var youtubeChannelurl: String
        /// Large picture from head to foot.
        public var largeBodyPicture: String?
        /// Name of the file with her feed of Twitter.
        public var twitterFeedFileName: String?
        /// Id of the media item about her.
        public var octagonGirlMediaId: Int?
        /// Her photos, in the order of the gallery.
        public var gallery: [Photo]

        public init(
            id: Int,
            firstName: String,
            lastName: String,
            dateOfBirth: String,
            height: Int,
            weight: Int,
            cityResiding: String,
            stateResiding: String,
            countryResiding: String,
            biography1: String,
            biography2: String,
            biographyHeader: String,
            shortDescription: String,
            quote: String,
            hobbies: String,
            favoriteFoods: String,
            favoritetvshows: String,
            careerGoals: String,
            turnOns: String,
            waysToPickUp: String,
            bannerBackgroundImage: String,
            largeProfilePicture: String,
            mediumProfilePicture: String,
            twitterUsername: String,
            twitterHashtag: String,
            websiteurl: String,
            storeurl: String,
            youtubeChannelurl: String,
            largeBodyPicture: String? = nil,
            twitterFeedFileName: String? = nil,
            octagonGirlMediaId: Int? = nil,
            gallery: [Photo]
        ) {
            self.id = id
            self.firstName = firstName
            self.lastName = lastName
            self.dateOfBirth = dateOfBirth
            self.height = height
            self.weight = weight
            self.cityResiding = cityResiding
            self.stateResiding = stateResiding
            self.countryResiding = countryResiding
            self.biography1 = biography1
            self.biography2 = biography2
            self.biographyHeader = biographyHeader
            self.shortDescription = shortDescription
            self.quote = quote
            self.hobbies = hobbies
            self.favoriteFoods = favoriteFoods
            self.favoritetvshows = favoritetvshows
            self.careerGoals = careerGoals
            self.turnOns = turnOns
            self.waysToPickUp = waysToPickUp
            self.bannerBackgroundImage = bannerBackgroundImage
            self.largeProfilePicture = largeProfilePicture
            self.mediumProfilePicture = mediumProfilePicture
            self.twitterUsername = twitterUsername
            self.twitterHashtag = twitterHashtag
            self.websiteurl = websiteurl
            self.storeurl = storeurl
            self.youtubeChannelurl = youtubeChannelurl
            self.largeBodyPicture = largeBodyPicture
            self.twitterFeedFileName = twitterFeedFileName
            self.octagonGirlMediaId = octagonGirlMediaId
            self.gallery = gallery
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case firstName = "first_name"
            case lastName = "last_name"
            case dateOfBirth = "date_of_birth"
            case height
            case weight
            case cityResiding = "city_residing"
            case stateResiding = "state_residing"
            case countryResiding = "country_residing"
            case biography1
            case biography2
            case biographyHeader = "biography_header"
            case shortDescription = "short_description"
            case quote
            case hobbies
            case favoriteFoods = "favorite_foods"
            case favoritetvshows
            case careerGoals = "career_goals"
            case turnOns = "turn_ons"
            case waysToPickUp = "ways_to_pick_up"
            case bannerBackgroundImage = "banner_background_image"
            case largeProfilePicture = "large_profile_picture"
            case mediumProfilePicture = "medium_profile_picture"
            case twitterUsername = "twitter_username"
            case twitterHashtag = "twitter_hashtag"
            case websiteurl
            case storeurl
            case youtubeChannelurl = "youtube_channelurl"
            case largeBodyPicture = "large_body_picture"
            case twitterFeedFileName = "twitter_feed_file_name"
            case octagonGirlMediaId = "octagon_girl_media_id"
            case gallery
        }
    }

    /// What the service offers.
    public struct Root: Codable, Hashable, Sendable {
        /// The family of routes.
        public var version: RootVersion
        /// Language and country of the texts.
        public var locale: RootLocale
        /// Every route of this family.
        public var routes: [RootRoutesItem]

        public init(
            version: RootVersion,
            locale: RootLocale,
            routes: [RootRoutesItem]
        ) {
            self.version = version
            self.locale = locale
            self.routes = routes
        }

        private enum CodingKeys: String, CodingKey {
            case version
            case locale
            case routes
        }
    }

    /// Language and country of the texts.
    public struct RootLocale: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let esUs = RootLocale(rawValue: "es_US")
        public static let enUs = RootLocale(rawValue: "en_US")

        /// The words that were known when the kit was made.
        public static let known: [RootLocale] = [.esUs, .enUs]

        /// Whether it is one of them.
        public var isKnown: Bool { RootLocale.known.contains(self) }
    }

    public struct RootRoutesItem: Codable, Hashable, Sendable {
        /// Name of the route, the same in both families.
        public var name: String
        /// HTTP method.
        public var method: RootRoutesItemMethod
        /// Template with `:name` parameters; a segment in parentheses may be left out.
        public var path: String

        public init(
            name: String,
            method: RootRoutesItemMethod,
            path: String
        ) {
            self.name = name
            self.method = method
            self.path = path
        }

        private enum CodingKeys: String, CodingKey {
            case name
            case method
            case path
        }
    }

    /// HTTP method.
    public struct RootRoutesItemMethod: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let get = RootRoutesItemMethod(rawValue: "GET")
        public static let post = RootRoutesItemMethod(rawValue: "POST")

        /// The words that were known when the kit was made.
        public static let known: [RootRoutesItemMethod] = [.get, .post]

        /// Whether it is one of them.
        public var isKnown: Bool { RootRoutesItemMethod.known.contains(self) }
    }

    /// The family of routes.
    public struct RootVersion: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let v3 = RootVersion(rawValue: "v3")
        public static let v1 = RootVersion(rawValue: "v1")

        /// The words that were known when the kit was made.
        public static let known: [RootVersion] = [.v3, .v1]

        /// Whether it is one of them.
        public var isKnown: Bool { RootVersion.known.contains(self) }
    }

    /// The audience's scores of one event.
    public struct RoundScoring: Codable, Hashable, Sendable {
        /// Id of the event.
        public var eventId: Int
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        public var statid: Int?
        /// The fights in the order of the card.
        public var fights: [ScoringFight]

        public init(
            eventId: Int,
            statid: Int? = nil,
            fights: [ScoringFight]
        ) {
            self.eventId = eventId
            self.statid = statid
            self.fights = fights
        }

        private enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case statid
            case fights
        }
    }

    /// A scorecard of one round. Exactly one of `fight_id` and `fight_statid` is given.
    public struct ScoreBody: Codable, Hashable, Sendable {
        /// Id of the event.
        public var eventId: Int
        /// Number of the round; the fight limits it further, to its scheduled rounds.
        public var roundNum: Int
        /// Points of the fighter in this round.
        public var fighter1Score: Int
        /// Points of the fighter in this round.
        public var fighter2Score: Int
        /// An unguessable id the app made once; whoever knows it can change its scores.
        public var clientId: String
        /// Id of the fight.
        public var fightId: Int?
        /// The metrics supplier's id of the fight, FightID in the feed.
        public var fightStatid: Int?

        public init(
            eventId: Int,
            roundNum: Int,
            fighter1Score: Int,
            fighter2Score: Int,
            clientId: String,
            fightId: Int? = nil,
            fightStatid: Int? = nil
        ) {
            self.eventId = eventId
            self.roundNum = roundNum
            self.fighter1Score = fighter1Score
            self.fighter2Score = fighter2Score
            self.clientId = clientId
            self.fightId = fightId
            self.fightStatid = fightStatid
        }

        private enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case roundNum = "round_num"
            case fighter1Score = "fighter1_score"
            case fighter2Score = "fighter2_score"
            case clientId = "client_id"
            case fightId = "fight_id"
            case fightStatid = "fight_statid"
        }
    }

    /// A client's scores of one round.
    public struct Scorecard: Codable, Hashable, Sendable {
        /// Always "ok". The scorecard is counted.
        public var status: String
        /// Id of the event.
        public var eventId: Int
        /// Id of the fight.
        public var fightId: Int
        /// Number of the round; the fight limits it further, to its scheduled rounds.
        public var roundNum: Int
        /// Points of the fighter in this round.
        public var fighter1Score: Int
        /// Points of the fighter in this round.
        public var fighter2Score: Int
        /// An unguessable id the app made once; whoever knows it can change its scores.
        public var clientId: String

        public init(
            status: String,
            eventId: Int,
            fightId: Int,
            roundNum: Int,
            fighter1Score: Int,
            fighter2Score: Int,
            clientId: String
        ) {
            self.status = status
            self.eventId = eventId
            self.fightId = fightId
            self.roundNum = roundNum
            self.fighter1Score = fighter1Score
            self.fighter2Score = fighter2Score
            self.clientId = clientId
        }

        private enum CodingKeys: String, CodingKey {
            case status
            case eventId = "event_id"
            case fightId = "fight_id"
            case roundNum = "round_num"
            case fighter1Score = "fighter1_score"
            case fighter2Score = "fighter2_score"
            case clientId = "client_id"
        }
    }

    /// The audience's scores of one fight.
    public struct ScoringFight: Codable, Hashable, Sendable {
        /// Id of the fight.
        public var fightId: Int
        /// The metrics supplier's id of the fight, FightID in the feed.
        public var fightStatid: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var fighter1Statid: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var fighter2Statid: Int?
        /// Last name; null: the opponent is not yet known.
        public var fighter1LastName: String?
        /// Last name; null: the opponent is not yet known.
        public var fighter2LastName: String?
        /// Number of the round that the feed is in; 0 before the first.
        public var currentRound: Int
        /// One per scheduled round, ascending.
        public var rounds: [ScoringRound]

        public init(
            fightId: Int,
            fightStatid: Int? = nil,
            fighter1Statid: Int? = nil,
            fighter2Statid: Int? = nil,
            fighter1LastName: String? = nil,
            fighter2LastName: String? = nil,
            currentRound: Int,
            rounds: [ScoringRound]
        ) {
            self.fightId = fightId
            self.fightStatid = fightStatid
            self.fighter1Statid = fighter1Statid
            self.fighter2Statid = fighter2Statid
            self.fighter1LastName = fighter1LastName
            self.fighter2LastName = fighter2LastName
            self.currentRound = currentRound
            self.rounds = rounds
        }

        private enum CodingKeys: String, CodingKey {
            case fightId = "fight_id"
            case fightStatid = "fight_statid"
            case fighter1Statid = "fighter1_statid"
            case fighter2Statid = "fighter2_statid"
            case fighter1LastName = "fighter1_last_name"
            case fighter2LastName = "fighter2_last_name"
            case currentRound = "current_round"
            case rounds
        }
    }

    /// The audience's mean scores of one round.
    public struct ScoringRound: Codable, Hashable, Sendable {
        /// Number of the round; the fight limits it further, to its scheduled rounds.
        public var roundNum: Int
        /// Mean of the scorecards, rounded half up; 0.00 without one.
        public var fighter1Score: String
        /// Mean of the scorecards, rounded half up; 0.00 without one.
        public var fighter2Score: String
        /// Scorecards of this round.
        public var scoresCount: Int
        /// Whether the round takes scores now.
        public var open: Bool

        public init(
            roundNum: Int,
            fighter1Score: String,
            fighter2Score: String,
            scoresCount: Int,
            open: Bool
        ) {
            self.roundNum = roundNum
            self.fighter1Score = fighter1Score
            self.fighter2Score = fighter2Score
            self.scoresCount = scoresCount
            self.open = open
        }

        private enum CodingKeys: String, CodingKey {
            case roundNum = "round_num"
            case fighter1Score = "fighter1_score"
            case fighter2Score = "fighter2_score"
            case scoresCount = "scores_count"
            case open
        }
    }

    /// What a fighter has in one statistic.
    public struct Stat: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var statid: Int
        public var stat: StatName
        /// A number as a string; `m:ss` for the two fight times.
        public var value: String
        /// Place in this statistic; 1 is the best.
        public var rank: Int
        public var born: CountryKey
        /// Id of the fighter; null when there is no record of the fighter.
        public var fighterId: Int?
        /// First name; null when not known.
        public var firstName: String?
        /// Last name; null when not known.
        public var lastName: String?
        /// Division of the fighter; null when not known.
        public var weightClass: WeightClass?

        public init(
            statid: Int,
            stat: StatName,
            value: String,
            rank: Int,
            born: CountryKey,
            fighterId: Int? = nil,
            firstName: String? = nil,
            lastName: String? = nil,
            weightClass: WeightClass? = nil
        ) {
            self.statid = statid
            self.stat = stat
            self.value = value
            self.rank = rank
            self.born = born
            self.fighterId = fighterId
            self.firstName = firstName
            self.lastName = lastName
            self.weightClass = weightClass
        }

        private enum CodingKeys: String, CodingKey {
            case statid
            case stat
            case value = "Value"
            case rank = "Rank"
            case born = "Born"
            case fighterId = "fighter_id"
            case firstName = "first_name"
            case lastName = "last_name"
            case weightClass = "weight_class"
        }
    }

    /// A statistic; a fixed key, whose text is in the translations.
    public struct StatName: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let avgFightTimeLong = StatName(rawValue: "AvgFightTimeLong")
        public static let avgFightTimeShort = StatName(rawValue: "AvgFightTimeShort")
        public static let takedownsLanded = StatName(rawValue: "TakedownsLanded")
        public static let takedownDefense = StatName(rawValue: "TakedownDefense")
        public static let takedownAccuracy = StatName(rawValue: "TakedownAccuracy")
        public static let submissionAttempts = StatName(rawValue: "SubmissionAttempts")
        public static let submissionAverage = StatName(rawValue: "SubmissionAverage")
        public static let sigStrikesLanded = StatName(rawValue: "SigStrikesLanded")
        public static let sigStrikesAccuracy = StatName(rawValue: "SigStrikesAccuracy")
        public static let knockdowns = StatName(rawValue: "Knockdowns")
        public static let sLpM = StatName(rawValue: "SLpM")
        public static let sApM = StatName(rawValue: "SApM")
        public static let plusMinus = StatName(rawValue: "PlusMinus")
        public static let sigStrikingDefense = StatName(rawValue: "SigStrikingDefense")
        public static let totStrikesLanded = StatName(rawValue: "TotStrikesLanded")

        /// The words that were known when the kit was made.
        public static let known: [StatName] = [.avgFightTimeLong, .avgFightTimeShort, .takedownsLanded, .takedownDefense, .takedownAccuracy, .submissionAttempts, .submissionAverage, .sigStrikesLanded, .sigStrikesAccuracy, .knockdowns, .sLpM, .sApM, .plusMinus, .sigStrikingDefense, .totStrikesLanded]

        /// Whether it is one of them.
        public var isKnown: Bool { StatName.known.contains(self) }
    }

    /// The keys by which statistics are filtered, each with words for it.
    public struct StatsFilters: Codable, Hashable, Sendable {
        /// The weight keys, `all` first.
        public var weightClass: [StatsFiltersWeightClassItem]
        /// The countries that occur, ascending.
        public var bornCountry: [StatsFiltersBornCountryItem]
        /// The statistics.
        public var stat: [StatsFiltersStatItem]

        public init(
            weightClass: [StatsFiltersWeightClassItem],
            bornCountry: [StatsFiltersBornCountryItem],
            stat: [StatsFiltersStatItem]
        ) {
            self.weightClass = weightClass
            self.bornCountry = bornCountry
            self.stat = stat
        }

        private enum CodingKeys: String, CodingKey {
            case weightClass = "weight_class"
            case bornCountry = "born_country"
            case stat
        }
    }

    public struct StatsFiltersBornCountryItem: Codable, Hashable, Sendable {
        public var key: CountryKey
        /// Words for the key, or the key itself.
        public var value: String

        public init(
            key: CountryKey,
            value: String
        ) {
            self.key = key
            self.value = value
        }

        private enum CodingKeys: String, CodingKey {
            case key
            case value
        }
    }

    public struct StatsFiltersStatItem: Codable, Hashable, Sendable {
        public var key: StatName
        /// Words for the key, or the key itself.
        public var value: String

        public init(
            key: StatName,
            value: String
        ) {
            self.key = key
            self.value = value
        }

        private enum CodingKeys: String, CodingKey {
            case key
            case value
        }
    }

    public struct StatsFiltersWeightClassItem: Codable, Hashable, Sendable {
        public var key: StatsWeightKey
        /// Words for the key, or the key itself.
        public var value: String

        public init(
            key: StatsWeightKey,
            value: String
        ) {
            self.key = key
            self.value = value
        }

        private enum CodingKeys: String, CodingKey {
            case key
            case value
        }
    }

    /// The key of a division in the statistics; `all` is every division.
    public struct StatsWeightKey: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let all = StatsWeightKey(rawValue: "all")
        public static let wbw = StatsWeightKey(rawValue: "wbw")
        public static let hw = StatsWeightKey(rawValue: "hw")
        public static let lhw = StatsWeightKey(rawValue: "lhw")
        public static let mw = StatsWeightKey(rawValue: "mw")
        public static let ww = StatsWeightKey(rawValue: "ww")
        public static let lw = StatsWeightKey(rawValue: "lw")
        public static let bw = StatsWeightKey(rawValue: "bw")
        public static let ftw = StatsWeightKey(rawValue: "ftw")
        public static let flw = StatsWeightKey(rawValue: "flw")
        public static let wsw = StatsWeightKey(rawValue: "wsw")
        public static let wflw = StatsWeightKey(rawValue: "wflw")
        public static let wftw = StatsWeightKey(rawValue: "wftw")

        /// The words that were known when the kit was made.
        public static let known: [StatsWeightKey] = [.all, .wbw, .hw, .lhw, .mw, .ww, .lw, .bw, .ftw, .flw, .wsw, .wflw, .wftw]

        /// Whether it is one of them.
        public var isKnown: Bool { StatsWeightKey.known.contains(self) }
    }

    /// How to get into the hall.
    public struct Tickets: Codable, Hashable, Sendable {
        /// Id of the event.
        public var eventId: Int
        /// Where tickets are sold; empty when nowhere.
        public var ticketurl: String
        /// Who sells tickets.
        public var ticketSellerName: String?
        /// Image of the ticket: a path, or words; empty when there is none.
        public var ticketImage: String
        /// From when everyone can buy tickets; null when not known.
        public var ticketGeneralSaleDate: String?
        /// The same for reading, or words that there is no such date.
        public var ticketGeneralSaleText: String

        public init(
            eventId: Int,
            ticketurl: String,
            ticketSellerName: String? = nil,
            ticketImage: String,
            ticketGeneralSaleDate: String? = nil,
            ticketGeneralSaleText: String
        ) {
            self.eventId = eventId
            self.ticketurl = ticketurl
            self.ticketSellerName = ticketSellerName
            self.ticketImage = ticketImage
            self.ticketGeneralSaleDate = ticketGeneralSaleDate
            self.ticketGeneralSaleText = ticketGeneralSaleText
        }

        private enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case ticketurl
            case ticketSellerName = "ticket_seller_name"
            case ticketImage = "ticket_image"
            case ticketGeneralSaleDate = "ticket_general_sale_date"
            case ticketGeneralSaleText = "ticket_general_sale_text"
        }
    }

    /// The champion of a division, or a row that says there is none.
    public enum TitleHolder: Codable, Hashable, Sendable {
        case champion(Champion)
        case vacantTitle(VacantTitle)

        private enum CodingKeys: String, CodingKey {
            case id = "id"
        }

        public init(from decoder: Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let isAbsent = try !members.contains(.id) || members.decodeNil(forKey: .id)
            self = isAbsent ? .vacantTitle(try VacantTitle(from: decoder)) : .champion(try Champion(from: decoder))
        }

        public func encode(to encoder: Encoder) throws {
            switch self {
            case .champion(let value): try value.encode(to: encoder)
            case .vacantTitle(let value): try value.encode(to: encoder)
            }
        }
    }

    /// The champion of a division, or a row that says there is none.
    public enum TitleHolderV1: Codable, Hashable, Sendable {
        case championV1(ChampionV1)
        case vacantTitleV1(VacantTitleV1)

        private enum CodingKeys: String, CodingKey {
            case id = "id"
        }

        public init(from decoder: Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let isAbsent = try !members.contains(.id) || members.decodeNil(forKey: .id)
            self = isAbsent ? .vacantTitleV1(try VacantTitleV1(from: decoder)) : .championV1(try ChampionV1(from: decoder))
        }

        public func encode(to encoder: Encoder) throws {
            switch self {
            case .championV1(let value): try value.encode(to: encoder)
            case .vacantTitleV1(let value): try value.encode(to: encoder)
            }
        }
    }

    /// A bundle of texts.
    public struct Translation: Codable, Hashable, Sendable {
        /// Name of the bundle; an integer when it is numeric.
        public var id: NumberOrText
        /// Language and country of the texts.
        public var locale: TranslationLocale
        /// Text by key.
        public var translations: [String: String]

        public init(
            id: NumberOrText,
            locale: TranslationLocale,
            translations: [String: String]
        ) {
            self.id = id
            self.locale = locale
            self.translations = translations
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case locale
            case translations
        }
    }

    /// Language and country of the texts.
    public struct TranslationLocale: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let esUs = TranslationLocale(rawValue: "es_US")

        /// The words that were known when the kit was made.
        public static let known: [TranslationLocale] = [.esUs]

        /// Whether it is one of them.
        public var isKnown: Bool { TranslationLocale.known.contains(self) }
    }

    /// What became of a snapshot.
    public struct UpdateResult: Codable, Hashable, Sendable {
        /// Always "ok". The snapshot was received.
        public var status: String
        /// The metrics supplier's id of the event.
        public var eventId: String
        /// The metrics supplier's id of the fight; null for an event's snapshot.
        public var fightId: String?
        /// The number now stored.
        public var sequence: Int
        /// Whether the snapshot changed the feed.
        public var applied: Bool
        /// Why the snapshot changed nothing; null when it was applied.
        public var reason: UpdateResultReason?
        /// Counts the event's applied snapshots of both kinds.
        public var version: Int

        public init(
            status: String,
            eventId: String,
            fightId: String? = nil,
            sequence: Int,
            applied: Bool,
            reason: UpdateResultReason? = nil,
            version: Int
        ) {
            self.status = status
            self.eventId = eventId
            self.fightId = fightId
            self.sequence = sequence
            self.applied = applied
            self.reason = reason
            self.version = version
        }

        private enum CodingKeys: String, CodingKey {
            case status
            case eventId = "EventID"
            case fightId = "FightID"
            case sequence
            case applied
            case reason
            case version
        }
    }

    public struct UpdateResultReason: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let duplicate = UpdateResultReason(rawValue: "duplicate")
        public static let stale = UpdateResultReason(rawValue: "stale")

        /// The words that were known when the kit was made.
        public static let known: [UpdateResultReason] = [.duplicate, .stale]

        /// Whether it is one of them.
        public var isKnown: Bool { UpdateResultReason.known.contains(self) }
    }

    /// A division without a title holder.
    public struct VacantTitle: Codable, Hashable, Sendable {
        /// Always 0. 0: nobody holds the title.
        public var wins: Int
        /// Always 0. 0: nobody holds the title.
        public var losses: Int
        /// Always 0. 0: nobody holds the title.
        public var draws: Int
        /// Words that say the holder is to be determined.
        public var firstName: String
        public var weightClass: WeightClass
        /// Always true. The row is about the title of the division.
        public var titleHolder: Bool
        /// Small image of the belt.
        public var beltThumbnail: String
        /// A placeholder image.
        public var profileImage: String
        /// A page that says there is no such fighter.
        public var link: String

        public init(
            wins: Int,
            losses: Int,
            draws: Int,
            firstName: String,
            weightClass: WeightClass,
            titleHolder: Bool,
            beltThumbnail: String,
            profileImage: String,
            link: String
        ) {
            self.wins = wins
            self.losses = losses
            self.draws = draws
            self.firstName = firstName
            self.weightClass = weightClass
            self.titleHolder = titleHolder
            self.beltThumbnail = beltThumbnail
            self.profileImage = profileImage
            self.link = link
        }

        private enum CodingKeys: String, CodingKey {
            case wins
            case losses
            case draws
            case firstName = "first_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case beltThumbnail = "belt_thumbnail"
            case profileImage = "profile_image"
            case link
        }
    }

    /// A division without a title holder.
    public struct VacantTitleV1: Codable, Hashable, Sendable {
        /// Always 0. 0: nobody holds the title.
        public var wins: Int
        /// Always 0. 0: nobody holds the title.
        public var losses: Int
        /// Always 0. 0: nobody holds the title.
        public var draws: Int
        /// Words that say the holder is to be determined.
        public var firstName: String
        public var weightClass: WeightClass
        /// Always true. The row is about the title of the division.
        public var titleHolder: Bool
        /// Small image of the belt.
        public var beltThumbnail: String

        public init(
            wins: Int,
            losses: Int,
            draws: Int,
            firstName: String,
            weightClass: WeightClass,
            titleHolder: Bool,
            beltThumbnail: String
        ) {
            self.wins = wins
            self.losses = losses
            self.draws = draws
            self.firstName = firstName
            self.weightClass = weightClass
            self.titleHolder = titleHolder
            self.beltThumbnail = beltThumbnail
        }

        private enum CodingKeys: String, CodingKey {
            case wins
            case losses
            case draws
            case firstName = "first_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case beltThumbnail = "belt_thumbnail"
        }
    }

    /// A client's vote on one round.
    public struct Vote: Codable, Hashable, Sendable {
        /// Id of the fight.
        public var fightId: Int
        /// Number of the round; the fight limits it further, to its scheduled rounds.
        public var roundNum: Int
        /// The metrics supplier's id of the fighter the vote is for.
        public var fighterStatid: Int
        /// An unguessable id the app made once; whoever knows it can move its votes.
        public var clientId: String
        /// Always true. The vote is counted.
        public var voted: Bool
        /// When the client's vote went to this fighter.
        public var created: String

        public init(
            fightId: Int,
            roundNum: Int,
            fighterStatid: Int,
            clientId: String,
            voted: Bool,
            created: String
        ) {
            self.fightId = fightId
            self.roundNum = roundNum
            self.fighterStatid = fighterStatid
            self.clientId = clientId
            self.voted = voted
            self.created = created
        }

        private enum CodingKeys: String, CodingKey {
            case fightId = "fight_id"
            case roundNum = "round_num"
            case fighterStatid = "fighter_statid"
            case clientId = "client_id"
            case voted
            case created
        }
    }

    /// A vote for who wins a round.
    public struct VoteBody: Codable, Hashable, Sendable {
        /// Number of the round; the fight limits it further, to its scheduled rounds.
        public var roundNum: Int
        /// The metrics supplier's id of one of the fight's two fighters.
        public var fighterStatid: Int
        /// An unguessable id the app made once; whoever knows it can move its votes.
        public var clientId: String

        public init(
            roundNum: Int,
            fighterStatid: Int,
            clientId: String
        ) {
            self.roundNum = roundNum
            self.fighterStatid = fighterStatid
            self.clientId = clientId
        }

        private enum CodingKeys: String, CodingKey {
            case roundNum = "round_num"
            case fighterStatid = "fighter_statid"
            case clientId = "client_id"
        }
    }

    /// The votes of one round.
    public struct VoteRound: Codable, Hashable, Sendable {
        /// Number of the round; the fight limits it further, to its scheduled rounds.
        public var roundNum: Int
        /// Votes for fighter 1 in this round.
        public var fighter1Votes: Int
        /// Votes for fighter 2 in this round.
        public var fighter2Votes: Int
        /// Share of the votes for fighter 1, rounded half up.
        public var fighter1Percentage: String
        /// The rest to 100.00; both 0.00 without votes.
        public var fighter2Percentage: String

        public init(
            roundNum: Int,
            fighter1Votes: Int,
            fighter2Votes: Int,
            fighter1Percentage: String,
            fighter2Percentage: String
        ) {
            self.roundNum = roundNum
            self.fighter1Votes = fighter1Votes
            self.fighter2Votes = fighter2Votes
            self.fighter1Percentage = fighter1Percentage
            self.fighter2Percentage = fighter2Percentage
        }

        private enum CodingKeys: String, CodingKey {
            case roundNum = "round_num"
            case fighter1Votes = "fighter1_votes"
            case fighter2Votes = "fighter2_votes"
            case fighter1Percentage = "fighter1_percentage"
            case fighter2Percentage = "fighter2_percentage"
        }
    }

    /// The votes of the audience on one fight.
    public struct VoteTally: Codable, Hashable, Sendable {
        /// Id of the fight.
        public var fightId: Int
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var fighter1Statid: Int?
        /// The metrics supplier's id of the fighter, FighterID in the feed.
        public var fighter2Statid: Int?
        /// Votes of all rounds.
        public var totalVotes: Int
        /// One per scheduled round, ascending.
        public var rounds: [VoteRound]

        public init(
            fightId: Int,
            fighter1Statid: Int? = nil,
            fighter2Statid: Int? = nil,
            totalVotes: Int,
            rounds: [VoteRound]
        ) {
            self.fightId = fightId
            self.fighter1Statid = fighter1Statid
            self.fighter2Statid = fighter2Statid
            self.totalVotes = totalVotes
            self.rounds = rounds
        }

        private enum CodingKeys: String, CodingKey {
            case fightId = "fight_id"
            case fighter1Statid = "fighter1_statid"
            case fighter2Statid = "fighter2_statid"
            case totalVotes = "total_votes"
            case rounds
        }
    }

    /// How to watch an event.
    public struct Watch: Codable, Hashable, Sendable {
        /// Id of the event.
        public var eventId: Int
        /// Whether the event is pay-per-view.
        public var isppvevent: Bool
        /// Line under the title.
        public var subtitle: String
        /// Address of the trailer.
        public var trailerUrl: String?
        /// Address of the video, HLS.
        public var mobileStreamUrl: String?
        /// Start for reading, such as `10PM/7PM`; empty when not known.
        public var eventTimeText: String
        /// Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none.
        public var eventTimeZoneText: String
        public var eventStatus: EventStatus

        public init(
            eventId: Int,
            isppvevent: Bool,
            subtitle: String,
            trailerUrl: String? = nil,
            mobileStreamUrl: String? = nil,
            eventTimeText: String,
            eventTimeZoneText: String,
            eventStatus: EventStatus
        ) {
            self.eventId = eventId
            self.isppvevent = isppvevent
            self.subtitle = subtitle
            self.trailerUrl = trailerUrl
            self.mobileStreamUrl = mobileStreamUrl
            self.eventTimeText = eventTimeText
            self.eventTimeZoneText = eventTimeZoneText
            self.eventStatus = eventStatus
        }

        private enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case isppvevent
            case subtitle
            case trailerUrl = "trailer_url"
            case mobileStreamUrl = "mobile_stream_url"
            case eventTimeText = "event_time_text"
            case eventTimeZoneText = "event_time_zone_text"
            case eventStatus = "event_status"
        }
    }

    /// A division; a fixed key, whose text is in the translations.
    public struct WeightClass: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let flyweight = WeightClass(rawValue: "Flyweight")
        public static let bantamweight = WeightClass(rawValue: "Bantamweight")
        public static let featherweight = WeightClass(rawValue: "Featherweight")
        public static let lightweight = WeightClass(rawValue: "Lightweight")
        public static let welterweight = WeightClass(rawValue: "Welterweight")
        public static let middleweight = WeightClass(rawValue: "Middleweight")
        public static let lightHeavyweight = WeightClass(rawValue: "Light_Heavyweight")
        public static let heavyweight = WeightClass(rawValue: "Heavyweight")
        public static let womenStrawweight = WeightClass(rawValue: "Women_Strawweight")
        public static let womenFlyweight = WeightClass(rawValue: "Women_Flyweight")
        public static let womenBantamweight = WeightClass(rawValue: "Women_Bantamweight")
        public static let womenFeatherweight = WeightClass(rawValue: "Women_Featherweight")

        /// The words that were known when the kit was made.
        public static let known: [WeightClass] = [.flyweight, .bantamweight, .featherweight, .lightweight, .welterweight, .middleweight, .lightHeavyweight, .heavyweight, .womenStrawweight, .womenFlyweight, .womenBantamweight, .womenFeatherweight]

        /// Whether it is one of them.
        public var isKnown: Bool { WeightClass.known.contains(self) }
    }

    /// A division in the words of the metrics supplier, always English.
    public struct WeightClassText: RawRepresentable, Codable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let flyweight = WeightClassText(rawValue: "Flyweight")
        public static let bantamweight = WeightClassText(rawValue: "Bantamweight")
        public static let featherweight = WeightClassText(rawValue: "Featherweight")
        public static let lightweight = WeightClassText(rawValue: "Lightweight")
        public static let welterweight = WeightClassText(rawValue: "Welterweight")
        public static let middleweight = WeightClassText(rawValue: "Middleweight")
        public static let lightHeavyweight = WeightClassText(rawValue: "Light Heavyweight")
        public static let heavyweight = WeightClassText(rawValue: "Heavyweight")
        public static let womensStrawweight = WeightClassText(rawValue: "Women's Strawweight")
        public static let womensFlyweight = WeightClassText(rawValue: "Women's Flyweight")
        public static let womensBantamweight = WeightClassText(rawValue: "Women's Bantamweight")
        public static let womensFeatherweight = WeightClassText(rawValue: "Women's Featherweight")
        public static let catchWeight = WeightClassText(rawValue: "Catch Weight")
        public static let openWeight = WeightClassText(rawValue: "Open Weight")
        public static let superHeavyweight = WeightClassText(rawValue: "Super Heavyweight")

        /// The words that were known when the kit was made.
        public static let known: [WeightClassText] = [.flyweight, .bantamweight, .featherweight, .lightweight, .welterweight, .middleweight, .lightHeavyweight, .heavyweight, .womensStrawweight, .womensFlyweight, .womensBantamweight, .womensFeatherweight, .catchWeight, .openWeight, .superHeavyweight]

        /// Whether it is one of them.
        public var isKnown: Bool { WeightClassText.known.contains(self) }
    }

    /// A number or a text, whichever was sent.
    public enum NumberOrText: Codable, Hashable, Sendable {
        case number(Double)
        case text(String)

        public init(from decoder: Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        public func encode(to encoder: Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }
}
