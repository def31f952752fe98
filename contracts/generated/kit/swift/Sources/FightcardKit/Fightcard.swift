// Made by `npm run kit` from the contracts. Do not edit.

import Foundation

public enum Fightcard {
    public struct Alert: Codable, Hashable, Sendable {
        public var id: Int
        public var title: String
        public var message: String
        public var url: String?
        public var eventId: Int?
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

    public struct Article: Codable, Hashable, Sendable {
        public var id: Int
        /// Caption of the link to an off-site article.
        public var externalUrlText: String
        /// Address of an off-site article.
        public var externalUrl: String
        public var author: String?
        public var title: String
        /// The leading media item.
        public var articleMediaId: Int?
        /// The fighter the article is about.
        public var articleFighterId: Int?
        public var articleDate: String
        public var thumbnail: String
        /// Teaser; may hold HTML.
        public var introduction: String
        public var featuredNewsCategory: String?
        public var lastModified: String
        /// Slug; not necessarily unique.
        public var urlName: String
        public var created: String?
        /// A date in the future does not hide the article.
        public var publishedStartDate: String?
        public var keywordIds: [Int]
        /// HTML.
        public var content: String
        public var articleMedia: Media?
        public var related: [News]
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

    public struct ArticleV1: Codable, Hashable, Sendable {
        public var id: Int
        /// Caption of the link to an off-site article.
        public var externalUrlText: String
        /// Address of an off-site article.
        public var externalUrl: String
        public var author: String?
        public var title: String
        /// The leading media item.
        public var articleMediaId: Int?
        /// The fighter the article is about.
        public var articleFighterId: Int?
        public var articleDate: String
        public var thumbnail: String
        /// Teaser; may hold HTML.
        public var introduction: String
        public var featuredNewsCategory: String?
        public var lastModified: String
        /// Slug; not necessarily unique.
        public var urlName: String
        public var created: String?
        /// A date in the future does not hide the article.
        public var publishedStartDate: String?
        public var keywordIds: [Int]
        /// HTML.
        public var content: String
        public var articleMedia: Media?
        public var related: [News]
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

    public struct BodyError: Codable, Hashable, Sendable {
        /// JSON Pointer as a fragment; `#` is the whole body.
        public var pointer: String
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

    public struct BoutAttempts: Codable, Hashable, Sendable {
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

    public struct BoutAttemptsUpdate: Codable, Hashable, Sendable {
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

    public struct BoutCorner: Codable, Hashable, Sendable {
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

    public struct BoutCornerUpdate: Codable, Hashable, Sendable {
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

    public struct BoutFeed: Codable, Hashable, Sendable {
        /// Always "Stats".
        public var type: String
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

    public struct BoutFighter: Codable, Hashable, Sendable {
        public var name: String
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

    public struct BoutFighterUpdate: Codable, Hashable, Sendable {
        public var name: String?
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

    public struct BoutLanded: Codable, Hashable, Sendable {
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

    public struct BoutLandedOfAttempts: Codable, Hashable, Sendable {
        public var landed: String
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

    public struct BoutLandedOfAttemptsUpdate: Codable, Hashable, Sendable {
        public var landed: String?
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

    public struct BoutLandedUpdate: Codable, Hashable, Sendable {
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

    public struct BoutLiveFeed: Codable, Hashable, Sendable {
        public var fighters: BoutFighters
        public var roundStats: BoutRounds
        public var fightStats: BoutCorners
        public var eventId: String
        public var currentRound: String
        public var fightId: String
        public var maxRounds: String
        public var accolade: String
        public var referee: String
        public var weightClass: String
        public var status: String
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

    public struct BoutLiveFeedUpdate: Codable, Hashable, Sendable {
        public var fighters: BoutFightersUpdate?
        public var roundStats: BoutRoundsUpdate?
        public var fightStats: BoutCornersUpdate?
        public var eventId: String
        public var currentRound: String?
        public var fightId: String
        public var maxRounds: String?
        public var accolade: String?
        public var referee: String?
        public var weightClass: String?
        public var status: String?
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

    public struct BoutTimes: Codable, Hashable, Sendable {
        public var standingTime: String
        public var groundTime: String
        public var controlTime: String
        public var neutralTime: String
        public var groundControlTime: String
        public var distanceTime: String
        public var clinchTime: String
        public var miscGroundControlTime: String
        public var guardControlTime: String
        public var halfGuardControlTime: String
        public var sideControlTime: String
        public var mountControlTime: String
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

    public struct BoutTimesUpdate: Codable, Hashable, Sendable {
        public var standingTime: String?
        public var groundTime: String?
        public var controlTime: String?
        public var neutralTime: String?
        public var groundControlTime: String?
        public var distanceTime: String?
        public var clinchTime: String?
        public var miscGroundControlTime: String?
        public var guardControlTime: String?
        public var halfGuardControlTime: String?
        public var sideControlTime: String?
        public var mountControlTime: String?
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

    public struct BoutUpdate: Codable, Hashable, Sendable {
        /// Grows with every snapshot of the bout.
        public var sequence: Int
        /// Always "Stats".
        public var type: String
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

    public struct CareerBout: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the bout.
        public var statid: String
        public var event: CareerBoutEvent
        /// Pounds.
        public var weighIn: String?
        public var weightClass: CareerBoutWeightClass
        public var koOfTheNight: Int
        public var submissionOfTheNight: Int
        public var performanceOfTheNight: Int
        public var result: CareerBoutResult
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

    public struct CareerBoutEvent: Codable, Hashable, Sendable {
        public var name: String
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

    public struct CareerBoutOpponent: Codable, Hashable, Sendable {
        public var statid: String
        public var firstName: String
        public var lastName: String
        public var nickName: String?
        public var weight: String?
        public var weighIn: String?
        public var performanceOfTheNight: String?
        public var submissionOfTheNight: String?
        public var koOfTheNight: String?
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

    public struct CareerBoutResult: Codable, Hashable, Sendable {
        public var outcomeId: String?
        public var outcome: CareerOutcome
        public var endingRound: String?
        public var endingTime: String?
        public var method: String?
        public var fightOfTheNight: CareerBoutResultFightOfTheNight?
        public var submission: String?
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

    public struct Champion: Codable, Hashable, Sendable {
        public var id: Int
        public var nickname: String?
        /// Null, which is rare: the record is not known.
        public var wins: Int?
        public var losses: Int?
        public var draws: Int?
        /// The metrics supplier's id of the fighter.
        public var statid: Int?
        public var lastName: String
        public var firstName: String
        public var weightClass: WeightClass
        /// Always true.
        public var titleHolder: Bool
        public var fighterStatus: FighterStatus
        /// Always "C".
        public var rank: String
        public var thumbnail: String
        public var profileImage: String
        public var beltThumbnail: String
        public var leftFullBodyImage: String?
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

    public struct ChampionV1: Codable, Hashable, Sendable {
        public var id: Int
        /// Null, which is rare: the record is not known.
        public var wins: Int?
        /// The metrics supplier's id of the fighter.
        public var statid: Int?
        public var losses: Int?
        public var lastName: String
        public var weightClass: WeightClass
        /// Always true.
        public var titleHolder: Bool
        public var draws: Int?
        public var firstName: String
        public var fighterStatus: FighterStatus
        public var thumbnail: String
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

    public struct Chat: Codable, Hashable, Sendable {
        public var enabled: Bool
        public var url: String?
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

    public struct Discussion: Codable, Hashable, Sendable {
        public var eventId: Int
        public var title: String
        public var url: String?
        public var twitterHashtag: String
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

    public struct Event: Codable, Hashable, Sendable {
        public var id: Int
        /// The day where the event takes place.
        public var eventDate: String
        public var secondaryFeatureImage: String
        /// A path, or words.
        public var ticketImage: String
        /// For example `ETPT`, which goes with a time text in two parts.
        public var eventTimeZoneText: String
        public var shortDescription: String
        /// Start.
        public var eventDategmt: String
        /// End.
        public var endEventDategmt: String
        public var ticketurl: String
        public var ticketSellerName: String?
        public var baseTitle: String
        public var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        public var statid: Int?
        public var featureImage: String
        public var subtitle: String
        public var eventStatus: EventStatus
        public var arena: String
        public var location: String
        public var eventTimeText: String
        public var twitterHashtag: String
        public var ticketGeneralSaleDate: String?
        public var ticketGeneralSaleText: String
        public var isppvevent: Bool
        public var cornerAudioAvailable: Bool
        /// Set only with corner audio.
        public var cornerAudioBlueStreamUrl: String?
        /// Set only with corner audio.
        public var cornerAudioRedStreamUrl: String?
        public var trailerUrl: String?
        public var lastModified: String
        public var created: String?
        /// Slug; not necessarily unique.
        public var urlName: String
        /// Address of the live feed; its id is -1 when there is none.
        public var fmFntFeedUrl: String
        public var mainEventFighter1Id: Int?
        public var mainEventFighter2Id: Int?
        public var latitude: Double?
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

    public struct EventDetail: Codable, Hashable, Sendable {
        public var id: Int
        /// The day where the event takes place.
        public var eventDate: String
        public var secondaryFeatureImage: String
        /// A path, or words.
        public var ticketImage: String
        /// For example `ETPT`, which goes with a time text in two parts.
        public var eventTimeZoneText: String
        public var shortDescription: String
        /// Start.
        public var eventDategmt: String
        /// End.
        public var endEventDategmt: String
        public var ticketurl: String
        public var ticketSellerName: String?
        public var baseTitle: String
        public var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        public var statid: Int?
        public var featureImage: String
        public var subtitle: String
        public var eventStatus: EventStatus
        public var arena: String
        public var location: String
        public var eventTimeText: String
        public var twitterHashtag: String
        public var ticketGeneralSaleDate: String?
        public var ticketGeneralSaleText: String
        public var isppvevent: Bool
        public var cornerAudioAvailable: Bool
        /// Set only with corner audio.
        public var cornerAudioBlueStreamUrl: String?
        /// Set only with corner audio.
        public var cornerAudioRedStreamUrl: String?
        public var trailerUrl: String?
        public var lastModified: String
        public var created: String?
        /// Slug; not necessarily unique.
        public var urlName: String
        /// Address of the live feed; its id is -1 when there is none.
        public var fmFntFeedUrl: String
        public var mainEventFighter1Id: Int?
        public var mainEventFighter2Id: Int?
        public var latitude: Double?
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

    public struct EventDetailV1: Codable, Hashable, Sendable {
        public var id: Int
        /// The day where the event takes place.
        public var eventDate: String
        public var secondaryFeatureImage: String
        /// A path, or words.
        public var ticketImage: String
        /// For example `ETPT`, which goes with a time text in two parts.
        public var eventTimeZoneText: String
        public var shortDescription: String
        /// Start.
        public var eventDategmt: String
        /// End.
        public var endEventDategmt: String
        public var ticketurl: String
        public var ticketSellerName: String?
        public var baseTitle: String
        public var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        public var statid: Int?
        public var featureImage: String
        public var subtitle: String
        public var eventStatus: EventStatus
        public var arena: String
        public var location: String
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

    public struct EventLiveFeed: Codable, Hashable, Sendable {
        public var eventId: String
        public var timestamp: String
        public var date: String
        public var time: String
        public var gmt: String
        public var venue: String
        public var country: String
        public var city: String
        public var curFight: String
        public var eventStart: String
        public var eventEnd: String
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

    public struct EventLiveFeedUpdate: Codable, Hashable, Sendable {
        public var eventId: String
        public var timestamp: String?
        public var date: String?
        public var time: String?
        public var gmt: String?
        public var venue: String?
        public var country: String?
        public var city: String?
        public var curFight: String?
        public var eventStart: String?
        public var eventEnd: String?
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

    public struct EventV1: Codable, Hashable, Sendable {
        public var id: Int
        /// The day where the event takes place.
        public var eventDate: String
        public var secondaryFeatureImage: String
        /// A path, or words.
        public var ticketImage: String
        /// For example `ETPT`, which goes with a time text in two parts.
        public var eventTimeZoneText: String
        public var shortDescription: String
        /// Start.
        public var eventDategmt: String
        /// End.
        public var endEventDategmt: String
        public var ticketurl: String
        public var ticketSellerName: String?
        public var baseTitle: String
        public var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        public var statid: Int?
        public var featureImage: String
        public var subtitle: String
        public var eventStatus: EventStatus
        public var arena: String
        public var location: String
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

    public struct FeedAction: Codable, Hashable, Sendable {
        public var actionId: String
        public var type: String
        public var time: String
        public var truckTime: String
        public var fighter: String
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

    public struct FeedActionUpdate: Codable, Hashable, Sendable {
        public var actionId: String
        public var type: String?
        public var time: String?
        public var truckTime: String?
        public var fighter: String?
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

    public struct FeedBorn: Codable, Hashable, Sendable {
        public var city: String
        public var state: String
        public var country: String
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

    public struct FeedBornUpdate: Codable, Hashable, Sendable {
        public var city: String?
        public var state: String?
        public var country: String?
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

    public struct FeedFight: Codable, Hashable, Sendable {
        public var fightId: String
        public var order: String
        public var accoladeName: String
        public var weightClassId: String
        public var weightClassName: String
        public var status: String
        public var possibleRds: String
        public var curRd: String
        public var fighters: [FeedFighter]
        public var method: String
        public var endingRoundNum: String?
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

    public struct FeedFightUpdate: Codable, Hashable, Sendable {
        public var fightId: String
        public var order: String?
        public var accoladeName: String?
        public var weightClassId: String?
        public var weightClassName: String?
        public var status: String?
        public var possibleRds: String?
        public var curRd: String?
        public var fighters: [FeedFighterUpdate]?
        public var method: String?
        public var endingRoundNum: String?
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

    public struct FeedFighter: Codable, Hashable, Sendable {
        public var fighterId: String
        public var color: String
        public var firstName: String
        public var lastName: String
        public var shortName: String
        public var fullName: String
        public var nickName: String
        public var record: FeedRecord
        public var fightsOutOf: FeedFightsOutOf
        public var born: FeedBorn
        public var dob: String
        public var height: String
        public var weight: String
        public var stance: String
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

    public struct FeedFighterUpdate: Codable, Hashable, Sendable {
        public var fighterId: String
        public var color: String?
        public var firstName: String?
        public var lastName: String?
        public var shortName: String?
        public var fullName: String?
        public var nickName: String?
        public var record: FeedRecordUpdate?
        public var fightsOutOf: FeedFightsOutOfUpdate?
        public var born: FeedBornUpdate?
        public var dob: String?
        public var height: String?
        public var weight: String?
        public var stance: String?
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

    public struct FeedFightsOutOf: Codable, Hashable, Sendable {
        public var city: String
        public var state: String
        public var country: String
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

    public struct FeedFightsOutOfUpdate: Codable, Hashable, Sendable {
        public var city: String?
        public var state: String?
        public var country: String?
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

    public struct FeedRecord: Codable, Hashable, Sendable {
        public var totFights: String
        public var win: String
        public var loss: String
        public var draw: String
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

    public struct FeedRecordUpdate: Codable, Hashable, Sendable {
        public var totFights: String?
        public var win: String?
        public var loss: String?
        public var draw: String?
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

    public struct Fight: Codable, Hashable, Sendable {
        public var id: Int
        public var eventId: Int
        /// The metrics supplier's id of the bout.
        public var statid: Int?
        /// Place on the card; 1 is the main event.
        public var fightcardOrder: Int
        public var fightDescription: String?
        public var isTitleFight: Bool
        public var isMainEvent: Bool
        public var isPrelim: Bool
        /// 0: the opponent is not yet known.
        public var fighter1Id: Int
        /// Wins, losses and draws.
        public var fighter1record: String
        /// Inches; 0 when not known.
        public var fighter1height: Int
        /// Pounds; 0 when not known.
        public var fighter1weight: Int
        /// Inches.
        public var fighter1reach: Int?
        public var fighter1odds: NumberOrText?
        /// Null: the opponent is not yet known.
        public var fighter1FirstName: String?
        /// Null: the opponent is not yet known.
        public var fighter1LastName: String?
        public var fighter1Nickname: String?
        public var fighter1WeightClass: WeightClass?
        public var fighter1Rank: String?
        public var fighter1Wins: Int?
        public var fighter1Losses: Int?
        public var fighter1Draws: Int?
        /// The metrics supplier's id of the fighter.
        public var fighter1Statid: Int?
        public var fighter1FullBodyImage: String?
        public var fighter1ProfileImage: String?
        /// Left out when not known; false before the end.
        public var fighter1IsWinner: Bool?
        public var fighter1Averagefighttime: String?
        public var fighter1AveragefighttimeSeconds: String?
        public var fighter1Kdaverage: String?
        public var fighter1Slpm: String?
        public var fighter1Strikingaccuracy: String?
        public var fighter1Sapm: String?
        public var fighter1Strikingdefense: String?
        public var fighter1Takedownaverage: String?
        public var fighter1Takedownaccuracy: String?
        public var fighter1Takedowndefense: String?
        public var fighter1Submissionsaverage: String?
        /// 0: the opponent is not yet known.
        public var fighter2Id: Int
        /// Wins, losses and draws.
        public var fighter2record: String
        /// Inches; 0 when not known.
        public var fighter2height: Int
        /// Pounds; 0 when not known.
        public var fighter2weight: Int
        /// Inches.
        public var fighter2reach: Int?
        public var fighter2odds: NumberOrText?
        /// Null: the opponent is not yet known.
        public var fighter2FirstName: String?
        /// Null: the opponent is not yet known.
        public var fighter2LastName: String?
        public var fighter2Nickname: String?
        public var fighter2WeightClass: WeightClass?
        public var fighter2Rank: String?
        public var fighter2Wins: Int?
        public var fighter2Losses: Int?
        public var fighter2Draws: Int?
        /// The metrics supplier's id of the fighter.
        public var fighter2Statid: Int?
        public var fighter2FullBodyImage: String?
        public var fighter2ProfileImage: String?
        /// Left out when not known; false before the end.
        public var fighter2IsWinner: Bool?
        public var fighter2Averagefighttime: String?
        public var fighter2AveragefighttimeSeconds: String?
        public var fighter2Kdaverage: String?
        public var fighter2Slpm: String?
        public var fighter2Strikingaccuracy: String?
        public var fighter2Sapm: String?
        public var fighter2Strikingdefense: String?
        public var fighter2Takedownaverage: String?
        public var fighter2Takedownaccuracy: String?
        public var fighter2Takedowndefense: String?
        public var fighter2Submissionsaverage: String?
        /// Time of the last round, `m:ss`; empty before the end.
        public var endingTime: String
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

    public struct FightResult: Codable, Hashable, Sendable {
        public var method: String?
        public var endingRound: String?
        /// Time of the last round, `m:ss`; empty before the end.
        public var endingTime: String
        public var submission: String?
        public var endStrike: String?
        public var endTarget: String?
        public var endPosition: String?
        public var endNotes: String?
        public var fightOfTheNight: Bool?
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
        public var winnerScore: String?
        public var loserScore: String?
        /// The metrics supplier's id of the judge.
        public var judgeId: String?
        public var judgeFirstName: String?
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

    public struct Fighter: Codable, Hashable, Sendable {
        public var id: Int
        public var nickname: String?
        /// Null, which is rare: the record is not known.
        public var wins: Int?
        public var losses: Int?
        public var draws: Int?
        /// The metrics supplier's id of the fighter.
        public var statid: Int?
        public var lastName: String
        public var firstName: String
        public var weightClass: WeightClass?
        public var titleHolder: Bool
        public var fighterStatus: FighterStatus
        public var rank: Rank?
        public var poundForPoundRank: PoundForPoundRank?
        public var thumbnail: String
        public var profileImage: String
        /// Past and present champions only.
        public var beltThumbnail: String?
        public var leftFullBodyImage: String?
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

    public struct FighterDetail: Codable, Hashable, Sendable {
        public var id: Int
        public var nickname: String?
        /// Null, which is rare: the record is not known.
        public var wins: Int?
        public var losses: Int?
        public var draws: Int?
        /// The metrics supplier's id of the fighter.
        public var statid: Int?
        public var lastName: String
        public var firstName: String
        public var weightClass: WeightClass?
        public var titleHolder: Bool
        public var fighterStatus: FighterStatus
        public var rank: Rank?
        public var poundForPoundRank: PoundForPoundRank?
        public var thumbnail: String
        public var profileImage: String
        /// Past and present champions only.
        public var beltThumbnail: String?
        public var leftFullBodyImage: String?
        public var rightFullBodyImage: String?
        /// Web page of the fighter, the slug after `/fighter/`.
        public var link: String
        public var cityResiding: String?
        public var stateResiding: String?
        public var countryResiding: String?
        /// Birth date.
        public var dob: String?
        public var storeLink: String?
        /// Inches; 0 when not known.
        public var height: Int
        /// The height in feet and inches, for reading.
        public var heightFt: String?
        /// Pounds.
        public var weight: Int?
        /// Kilograms.
        public var weightKg: Double?
        public var strengths: String?
        public var koTkoWins: Int
        public var submissionWins: Int
        public var decisionWins: Int
        public var averageFightTime: String?
        public var averageFightTimeSeconds: String?
        public var kdAverage: String?
        /// Significant strikes landed per minute.
        public var sLpM: String?
        public var strikingAccuracy: String?
        /// Significant strikes absorbed per minute.
        public var sApM: String?
        public var strikingDefense: String?
        public var takedownAverage: String?
        public var takedownAccuracy: String?
        public var takedownDefense: String?
        public var submissionsAverage: String?
        /// Mean of the division.
        public var avgSLpM: Double?
        /// Maximum of the division.
        public var maxSLpM: Double?
        /// Mean of the division.
        public var avgSApM: Double?
        /// Maximum of the division.
        public var maxSApM: Double?
        /// Mean of the division.
        public var avgTd: Double?
        /// Maximum of the division.
        public var maxTd: Double?
        /// Mean of the division.
        public var avgSubmissionAttempts: Double?
        /// Maximum of the division.
        public var maxSubmissionAttempts: Double?
        /// Newest first; left out when there are none.
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

    public struct FighterDetailV1: Codable, Hashable, Sendable {
        public var id: Int
        /// Null, which is rare: the record is not known.
        public var wins: Int?
        /// The metrics supplier's id of the fighter.
        public var statid: Int?
        public var losses: Int?
        public var lastName: String
        public var weightClass: WeightClass?
        public var titleHolder: Bool
        public var draws: Int?
        public var firstName: String
        public var fighterStatus: FighterStatus
        public var thumbnail: String
        /// Past and present champions only.
        public var beltThumbnail: String?
        public var cityResiding: String?
        public var stateResiding: String?
        public var countryResiding: String?
        /// Birth date.
        public var dob: String?
        public var storeLink: String?
        /// Inches; 0 when not known.
        public var height: Int
        /// The height in feet and inches, for reading.
        public var heightFt: String?
        /// Pounds.
        public var weight: Int?
        /// Kilograms.
        public var weightKg: Double?
        public var strengths: String?
        public var koTkoWins: Int
        public var submissionWins: Int
        public var decisionWins: Int
        public var averageFightTime: String?
        public var averageFightTimeSeconds: String?
        public var kdAverage: String?
        /// Significant strikes landed per minute.
        public var sLpM: String?
        public var strikingAccuracy: String?
        /// Significant strikes absorbed per minute.
        public var sApM: String?
        public var strikingDefense: String?
        public var takedownAverage: String?
        public var takedownAccuracy: String?
        public var takedownDefense: String?
        public var submissionsAverage: String?
        /// Mean of the division.
        public var avgSLpM: Double?
        /// Maximum of the division.
        public var maxSLpM: Double?
        /// Mean of the division.
        public var avgSApM: Double?
        /// Maximum of the division.
        public var maxSApM: Double?
        /// Mean of the division.
        public var avgTd: Double?
        /// Maximum of the division.
        public var maxTd: Double?
        /// Mean of the division.
        public var avgSubmissionAttempts: Double?
        /// Maximum of the division.
        public var maxSubmissionAttempts: Double?
        /// Newest first; left out when there are none.
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

    public struct FighterV1: Codable, Hashable, Sendable {
        public var id: Int
        /// Null, which is rare: the record is not known.
        public var wins: Int?
        /// The metrics supplier's id of the fighter.
        public var statid: Int?
        public var losses: Int?
        public var lastName: String
        public var weightClass: WeightClass?
        public var titleHolder: Bool
        public var draws: Int?
        public var firstName: String
        public var fighterStatus: FighterStatus
        public var thumbnail: String
        /// Past and present champions only.
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

    public struct Health: Codable, Hashable, Sendable {
        /// Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503.
        public var status: HealthStatus
        public var version: HealthVersion
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

    public struct Instructions: Codable, Hashable, Sendable {
        public var title: String
        /// HTML.
        public var body: String
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

    public struct Live: Codable, Hashable, Sendable {
        /// Whether the event is the live event.
        public var live: Bool
        public var eventId: Int?
        public var title: String?
        /// HLS.
        public var mobileStreamUrl: String?
        public var startsAt: String?
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

    public struct LiveContent: Codable, Hashable, Sendable {
        public var event: Event?
        public var media: [Media]
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

    public struct LiveContentV1: Codable, Hashable, Sendable {
        public var event: EventV1?
        public var media: [Media]
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

    public struct LiveEventUrl: Codable, Hashable, Sendable {
        /// Null also while no stored event has the statid.
        public var eventId: Int?
        /// EventID in the feed.
        public var statid: Int?
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

    public struct Media: Codable, Hashable, Sendable {
        public var id: Int
        public var mediaDate: String
        public var type: MediaType
        public var description: String
        public var moreLinkText: String
        public var thumbnail: String
        public var moreLinkurl: String
        /// Path on the video host, of an internal video.
        public var internalUrl: String
        public var title: String
        /// Whose player an embedded video needs; an open list.
        public var embeddedType: String?
        /// Id of an embedded video at its host.
        public var embeddedId: String?
        /// HLS.
        public var mobileStreamUrl: String?
        /// MP4.
        public var mobileVideoUrl: String?
        public var lastModified: String
        public var created: String
        public var publishedStartDate: String
        /// Slug; not necessarily unique.
        public var urlName: String
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

    public struct MediaItem: Codable, Hashable, Sendable {
        public var id: Int
        public var mediaDate: String
        public var type: MediaType
        public var description: String
        public var moreLinkText: String
        public var thumbnail: String
        public var moreLinkurl: String
        /// Path on the video host, of an internal video.
        public var internalUrl: String
        public var title: String
        /// Whose player an embedded video needs; an open list.
        public var embeddedType: String?
        /// Id of an embedded video at its host.
        public var embeddedId: String?
        /// HLS.
        public var mobileStreamUrl: String?
        /// MP4.
        public var mobileVideoUrl: String?
        public var lastModified: String
        public var created: String
        public var publishedStartDate: String
        /// Slug; not necessarily unique.
        public var urlName: String
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

    public struct MetricsEntry: Codable, Hashable, Sendable {
        public var eventId: Int
        /// EventID in the feed.
        public var statid: Int
        public var baseTitle: String
        public var titleTagLine: String?
        public var eventDategmt: String
        public var eventStatus: EventStatus
        /// Null until a feed is received.
        public var liveEventUrl: String?
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

    public struct News: Codable, Hashable, Sendable {
        public var id: Int
        /// Caption of the link to an off-site article.
        public var externalUrlText: String
        /// Address of an off-site article.
        public var externalUrl: String
        public var author: String?
        public var title: String
        /// The leading media item.
        public var articleMediaId: Int?
        /// The fighter the article is about.
        public var articleFighterId: Int?
        public var articleDate: String
        public var thumbnail: String
        /// Teaser; may hold HTML.
        public var introduction: String
        public var featuredNewsCategory: String?
        public var lastModified: String
        /// Slug; not necessarily unique.
        public var urlName: String
        public var created: String?
        /// A date in the future does not hide the article.
        public var publishedStartDate: String?
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

    public struct ParameterError: Codable, Hashable, Sendable {
        /// Name of a path or query parameter.
        public var parameter: String
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

    public struct Photo: Codable, Hashable, Sendable {
        public var id: Int
        public var thumbnailPath: String
        public var path: String
        public var caption: String
        /// Place in the gallery, ascending.
        public var galleryOrder: Int
        /// The media item the photo belongs to.
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

    public struct ProblemDetails: Codable, Hashable, Sendable {
        /// What kind of problem this is; the only member to tell problems apart by.
        public var type: String
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
            type: String,
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

    public struct RingPresenter: Codable, Hashable, Sendable {
        public var id: Int
        public var firstName: String
        public var lastName: String
        public var dateOfBirth: String
        /// Inches; 0 when not known.
        public var height: Int
        /// Pounds; 0 when not known.
        public var weight: Int
        public var cityResiding: String
        public var stateResiding: String
        public var countryResiding: String
        /// HTML.
        public var biography1: String
        /// HTML.
        public var biography2: String
        public var biographyHeader: String
        public var shortDescription: String
        public var quote: String
        public var hobbies: String
        public var favoriteFoods: String
        public var favoritetvshows: String
        public var careerGoals: String
        /// Kept for existing clients; left empty.
        public var turnOns: String
        /// Kept for existing clients; left empty.
        public var waysToPickUp: String
        public var bannerBackgroundImage: String
        public var largeProfilePicture: String
        public var mediumProfilePicture: String
        public var twitterUsername: String
        public var twitterHashtag: String
        public var websiteurl: String
        public var storeurl: String
        public var youtubeChannelurl: String
        public var largeBodyPicture: String?
        public var twitterFeedFileName: String?
        /// The media item about her.
        public var octagonGirlMediaId: Int?
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

    public struct Root: Codable, Hashable, Sendable {
        public var version: RootVersion
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
        public var name: String
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

    public struct RoundScoring: Codable, Hashable, Sendable {
        public var eventId: Int
        public var statid: Int?
        /// In the order of the card.
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

    /// Exactly one of `fight_id` and `fight_statid` is given.
    public struct ScoreBody: Codable, Hashable, Sendable {
        public var eventId: Int
        public var roundNum: Int
        public var fighter1Score: Int
        public var fighter2Score: Int
        /// An unguessable id the app made once; whoever knows it can change its scores.
        public var clientId: String
        public var fightId: Int?
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

    public struct Scorecard: Codable, Hashable, Sendable {
        /// Always "ok".
        public var status: String
        public var eventId: Int
        public var fightId: Int
        public var roundNum: Int
        public var fighter1Score: Int
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

    public struct ScoringFight: Codable, Hashable, Sendable {
        public var fightId: Int
        public var fightStatid: Int?
        public var fighter1Statid: Int?
        public var fighter2Statid: Int?
        public var fighter1LastName: String?
        public var fighter2LastName: String?
        /// 0 before the first.
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

    public struct ScoringRound: Codable, Hashable, Sendable {
        public var roundNum: Int
        /// Mean of the scorecards, rounded half up; 0.00 without one.
        public var fighter1Score: String
        /// Mean of the scorecards, rounded half up; 0.00 without one.
        public var fighter2Score: String
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

    public struct Stat: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the fighter.
        public var statid: Int
        public var stat: StatName
        /// A number as a string; `m:ss` for the two fight times.
        public var value: String
        public var rank: Int
        public var born: CountryKey
        public var fighterId: Int?
        public var firstName: String?
        public var lastName: String?
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

    public struct StatsFilters: Codable, Hashable, Sendable {
        public var weightClass: [StatsFiltersWeightClassItem]
        /// The countries that occur.
        public var bornCountry: [StatsFiltersBornCountryItem]
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

    public struct Tickets: Codable, Hashable, Sendable {
        public var eventId: Int
        public var ticketurl: String
        public var ticketSellerName: String?
        /// A path, or words.
        public var ticketImage: String
        public var ticketGeneralSaleDate: String?
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

    public struct Translation: Codable, Hashable, Sendable {
        /// Name of the bundle; an integer when it is numeric.
        public var id: NumberOrText
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

    public struct UpdateResult: Codable, Hashable, Sendable {
        /// Always "ok".
        public var status: String
        public var eventId: String
        /// Null for an event's snapshot.
        public var fightId: String?
        /// The one now stored.
        public var sequence: Int
        public var applied: Bool
        /// Why the snapshot changed nothing.
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
        /// Always 0.
        public var wins: Int
        /// Always 0.
        public var losses: Int
        /// Always 0.
        public var draws: Int
        /// Words that say the holder is to be determined.
        public var firstName: String
        public var weightClass: WeightClass
        /// Always true.
        public var titleHolder: Bool
        public var beltThumbnail: String
        public var profileImage: String
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
        /// Always 0.
        public var wins: Int
        /// Always 0.
        public var losses: Int
        /// Always 0.
        public var draws: Int
        /// Words that say the holder is to be determined.
        public var firstName: String
        public var weightClass: WeightClass
        /// Always true.
        public var titleHolder: Bool
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

    public struct Vote: Codable, Hashable, Sendable {
        public var fightId: Int
        public var roundNum: Int
        public var fighterStatid: Int
        /// An unguessable id the app made once; whoever knows it can move its votes.
        public var clientId: String
        /// Always true.
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

    public struct VoteBody: Codable, Hashable, Sendable {
        public var roundNum: Int
        /// One of the fight's two.
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

    public struct VoteRound: Codable, Hashable, Sendable {
        public var roundNum: Int
        public var fighter1Votes: Int
        public var fighter2Votes: Int
        /// Rounded half up.
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

    public struct VoteTally: Codable, Hashable, Sendable {
        public var fightId: Int
        public var fighter1Statid: Int?
        public var fighter2Statid: Int?
        /// Of all rounds.
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

    public struct Watch: Codable, Hashable, Sendable {
        public var eventId: Int
        public var isppvevent: Bool
        public var subtitle: String
        public var trailerUrl: String?
        /// HLS.
        public var mobileStreamUrl: String?
        public var eventTimeText: String
        /// For example `ETPT`, which goes with a time text in two parts.
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
