BEGIN TRANSACTION;
CREATE TABLE commands (
            sequence INTEGER PRIMARY KEY,
            game INTEGER NOT NULL,
            at REAL NOT NULL,
            command TEXT NOT NULL,
            digest BLOB NOT NULL,
            winners TEXT NOT NULL,
            variant TEXT,
            previous INTEGER,
            origin TEXT
        , edition INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "commands" VALUES(1,1,1800000060.0,'{"cmd": "new", "variant": "ninety-nine", "players": ["Seat 1", "Seat 2", "Seat 3"], "dealer": "Seat 3"}',X'C92F93C1C3504C29F6CD234D73F2018C','[]','{"target":99,"hand_size":3,"chips":5,"decks":1,"jokers":0,"bust":"chip, new hand","over":"refuse","stock_out":"reshuffle","up_card":"none","sets":false,"debt_passes":"unmet","two_player_reverse":"pass","floor":null,"honor":false,"winner_takes_all":false,"exact":{},"name":"ninety-nine","title":"Ninety-nine","short":"99","provenance":"derived","source":"Follows from a printed example and text.","players":[2,null],"chips_look":"dots","first_turns_without":{},"shows":{},"from_players":{"5":{"decks":2,"chips":3}},"cards":{"A":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"2":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"3":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"6":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"7":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"8":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"4":{"add":0,"reverse":true,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":"back on you"},"9":{"add":0,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":"pass to you"},"10":{"add":[10,-10],"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"J":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"Q":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"K":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"JK":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":2,"knock_out":false,"shield":false,"call":""}},"listed":""}',NULL,NULL,2);
INSERT INTO "commands" VALUES(2,1,1800000120.0,'{"cmd": "play", "card": "KH"}',X'B05DD081B1324232CCF4C48ED20D8543','[]',NULL,NULL,'Cy''s phone',2);
INSERT INTO "commands" VALUES(3,1,1800000180.0,'{"cmd": "rename", "player": "Seat 1", "name": "Ann"}',X'530A95B0939450DF146FBC8C94AF6BD1','[]',NULL,NULL,'Cy''s phone',2);
INSERT INTO "commands" VALUES(4,1,1800000240.0,'{"cmd": "forgot", "player": "Ann"}',X'42A48D1DF360405C851AC8D0CA44A10C','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(5,1,1800000300.0,'{"cmd": "rename", "player": "Seat 3", "name": "\u674e\u5c0f\u9f8d"}',X'381DD3D5C915ECA6586484B6CDCED5C5','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(6,1,1800000360.0,'{"cmd": "undo"}',X'CB5A949D3CCA34BF81FD9F2D5C289ECB','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(7,1,1800000420.0,'{"cmd": "play", "card": "9"}',X'FEBE0C0AEA9E44E4BE9441768F8A833A','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(8,1,1800000480.0,'{"cmd": "bust"}',X'BAB1808515FCF45D1713DA157563F2DC','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(9,1,1800000540.0,'{"cmd": "rename", "player": "Seat 2", "name": "J\u00f6rg"}',X'2C46DBE6EAD0C381A88B18618782E287','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(10,2,1800000600.0,'{"cmd": "new", "variant": "arizona-spaghetti", "players": ["Ann", "Bo", "Seat 3", "Seat 4"], "dealer": "Bo"}',X'4520596AC01F101C4F01DF51C309585C','[]','{"family":"tricks","follow":true,"until":null,"revoke_penalty":0,"name":"arizona-spaghetti","title":"Arizona Spaghetti","short":"Sp","provenance":"published","source":"As printed, with what a leader who holds only the restricted suit may do decided here.","players":[3,8],"ranks":["2","3","4","5","6","7","8","9","10","J","Q","K","A"],"removed":{"3":["2C"],"5":["2C","2D"],"6":["2C","3C","2D","3D"],"7":["2C","3C","2D"],"8":["2C","3C","2D","3D"]},"rounds":[{"trick":10},{"restricted":"H","cards":{"H":10},"ends":"last card"},{"cards":{"Q":25},"ends":"last card"},{"restricted":"S","cards":{"KS":100},"ends":"last card"},{"last_trick":100},{"restricted":"H","trick":10,"last_trick":100,"cards":{"H":10,"Q":25,"KS":100},"says":"all of them cost"}]}',1,NULL,2);
INSERT INTO "commands" VALUES(11,2,1800000660.0,'{"cmd": "play", "card": "4H"}',X'4A95C62F9E60B250B14B259F5FF2F606','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(12,2,1800000720.0,'{"cmd": "rename", "player": "Seat 3", "name": "Cy"}',X'74FA2A468B19E2F94755E3D2E4D0E2B2','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(13,2,1800000780.0,'{"cmd": "play", "card": "KH"}',X'6D0EBA2127F2E8575C66C2110432C568','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(14,2,1800000840.0,'{"cmd": "undo"}',X'70761839940C66344668FABD8EF370E5','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(15,2,1800000900.0,'{"cmd": "rename", "player": "Cy", "name": "Di"}',X'39728EF31B21E4C7A57A95AFBC65C817','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(16,2,1800000960.0,'{"cmd": "play", "card": "QH"}',X'7A581B6B2DB2D95AE641F8A831DCA9F2','[]',NULL,NULL,NULL,2);
CREATE TABLE notes (
            number INTEGER PRIMARY KEY,
            after INTEGER NOT NULL,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            facts TEXT NOT NULL,
            origin TEXT
        ) STRICT;
CREATE TABLE receipts (
            boot TEXT PRIMARY KEY,
            sequence INTEGER NOT NULL
        ) STRICT;
CREATE INDEX commands_of_a_game ON commands (game, sequence);
CREATE TRIGGER commands_update BEFORE UPDATE ON commands BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER commands_delete BEFORE DELETE ON commands BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER notes_update BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER notes_delete BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
PRAGMA application_id = 1413631043;
PRAGMA user_version = 5;
COMMIT;
