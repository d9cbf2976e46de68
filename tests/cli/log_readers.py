"""Readers of ULog and MCAP for the tests, written from the formats' definitions (docs.px4.io, ULog
File Format; mcap.dev/spec) and from nothing else. They take no shortcuts and forgive nothing: what
is not as defined is an AssertionError."""
import json
import re
import struct
import zlib

ULOG_TYPES = {"int8_t": "b", "uint8_t": "B", "int16_t": "h", "uint16_t": "H", "int32_t": "i", "uint32_t": "I",
              "int64_t": "q", "uint64_t": "Q", "float": "f", "double": "d", "bool": "?", "char": "c"}


class Ulog:
    """formats, info, parameters; topics: {(name, instance): [(timestamp, {field: value or list})]}."""

    def __init__(self, data):
        self.formats, self.info, self.parameters, self.topics = {}, {}, {}, {}
        self.order = []  # (timestamp, name, instance) of the data, as they stand
        self.synchronizations = []  # how many data stand before each
        self.kinds = []
        assert data[:8] == b"ULog\x01\x12\x35\x01"
        self.start_us, = struct.unpack_from("<Q", data, 8)
        subscriptions, at = {}, 16
        while at < len(data):
            size, kind = struct.unpack_from("<Hc", data, at)
            content = data[at + 3:at + 3 + size]
            assert len(content) == size, "the file ends within a message"
            at += 3 + size
            kind = kind.decode()
            self.kinds.append(kind)
            getattr(self, "read_" + kind)(content, subscriptions)
        assert self.kinds[0] == "B"
        first_data = self.kinds.index("A")
        assert set(self.kinds[:first_data]) <= set("BFIMPQ"), "definitions come first"
        for series in self.topics.values():
            times = [time for time, _ in series]
            assert all(b > a for a, b in zip(times, times[1:])), "times of a topic rise"

    def read_B(self, content, _):
        assert len(content) == 40 and not any(content)

    def read_F(self, content, _):
        name, fields = content.decode("ascii").split(":")
        assert re.fullmatch(r"[a-zA-Z0-9_\-/]+", name) and name not in self.formats and fields.endswith(";")
        self.formats[name] = []
        for field in fields[:-1].split(";"):
            kind, size, label = re.fullmatch(r"([a-zA-Z0-9_\-/]+)(?:\[(\d+)\])? ([a-zA-Z0-9_]+)", field).groups()
            self.formats[name].append((kind, int(size) if size else None, label))

    def keyed(self, content):
        key = content[1:1 + content[0]].decode("ascii")
        kind, size, name = re.fullmatch(r"(\w+)(?:\[(\d+)\])? ([a-zA-Z0-9_\-/]+)", key).groups()
        value = content[1 + content[0]:]
        if kind == "char":
            assert len(value) == int(size or 1)
            return name, value.decode()
        assert size is None
        return name, struct.unpack("<" + ULOG_TYPES[kind], value)[0]

    def read_I(self, content, _):
        name, value = self.keyed(content)
        assert name not in self.info
        self.info[name] = value

    def read_P(self, content, _):
        name, value = self.keyed(content)
        assert content[1:].startswith((b"float ", b"int32_t "))
        self.parameters[name] = value

    def read_A(self, content, subscriptions):
        instance, number = struct.unpack_from("<BH", content)
        name = content[3:].decode("ascii")
        assert number == len(subscriptions), "numbers begin at 0 and rise by 1"
        assert self.formats[name][0] == ("uint64_t", None, "timestamp")
        assert (name, instance) not in subscriptions.values()
        assert instance == 0 or (name, instance - 1) in subscriptions.values()
        subscriptions[number] = (name, instance)
        self.topics[name, instance] = []

    def read_D(self, content, subscriptions):
        number, = struct.unpack_from("<H", content)
        name, instance = subscriptions[number]
        values, end = self.decode(name, content, 2)
        assert end == len(content)
        time = values.pop("timestamp")
        self.topics[name, instance].append((time, values))
        self.order.append((time, name, instance))

    def read_S(self, content, _):
        assert content == bytes([0x2F, 0x73, 0x13, 0x20, 0x25, 0x0C, 0xBB, 0x12])
        self.synchronizations.append(len(self.order))

    def decode(self, name, content, at):
        values = {}
        for kind, size, label in self.formats[name]:
            items = []
            for _ in range(size or 1):
                if kind in ULOG_TYPES:
                    items.append(struct.unpack_from("<" + ULOG_TYPES[kind], content, at)[0])
                    at += struct.calcsize("<" + ULOG_TYPES[kind])
                else:
                    item, at = self.decode(kind, content, at)
                    items.append(item)
            values[label] = items[0] if size is None else items
        return values, at


class Mcap:
    """schemas, channels, metadata; messages: {topic: [(log_time, values)]}."""
    MAGIC = b"\x89MCAP0\r\n"

    def __init__(self, data):
        self.data = data
        self.schemas, self.channels, self.messages, self.order = {}, {}, {}, []
        self.metadata, self.chunks = {}, []
        assert data[:8] == self.MAGIC and data[-8:] == self.MAGIC
        summary_start, offset_start, summary_crc = self.footer()
        records = list(self.records(data, 8, summary_start))
        assert records[0][0] == 0x01 and records[-1][0] == 0x0F
        profile, at = self.text(records[0][1], 0)
        self.library, at = self.text(records[0][1], at)
        assert profile == "" and at == len(records[0][1])
        assert len(records[-1][1]) == 4
        indices = []
        for op, content, start in records[1:-1]:
            {0x03: self.schema, 0x04: self.channel, 0x06: self.chunk, 0x07: self.message_index,
             0x0C: self.read_metadata}[op](content, start)
        assert zlib.crc32(data[summary_start:-8 - 4]) == summary_crc
        self.summary(summary_start, offset_start, records)

    def footer(self):
        op, size, start, offset, crc = struct.unpack("<BQQQI", self.data[-8 - 29:-8])
        assert (op, size) == (0x02, 20)
        return start, offset, crc

    @staticmethod
    def records(data, at, end):
        while at < end:
            op, size = struct.unpack_from("<BQ", data, at)
            assert at + 9 + size <= end
            yield op, data[at + 9:at + 9 + size], at
            at += 9 + size

    @staticmethod
    def text(content, at):
        size, = struct.unpack_from("<I", content, at)
        assert at + 4 + size <= len(content)
        return content[at + 4:at + 4 + size].decode(), at + 4 + size

    def text_map(self, content, at):
        size, = struct.unpack_from("<I", content, at)
        at, end, entries = at + 4, at + 4 + size, {}
        while at < end:
            key, at = self.text(content, at)
            entries[key], at = self.text(content, at)
        assert at == end
        return entries, at

    def schema(self, content, _):
        number, = struct.unpack_from("<H", content)
        name, at = self.text(content, 2)
        encoding, at = self.text(content, at)
        schema, at = self.text(content, at)
        assert at == len(content) and encoding == "jsonschema" and number > 0
        self.schemas[number] = (name, json.loads(schema))

    def channel(self, content, _):
        number, schema = struct.unpack_from("<HH", content)
        topic, at = self.text(content, 4)
        encoding, at = self.text(content, at)
        metadata, at = self.text_map(content, at)
        assert at == len(content) and encoding == "json" and schema in self.schemas
        self.channels[number] = (topic, schema, metadata)
        self.messages.setdefault(topic, [])

    def read_metadata(self, content, start):
        name, at = self.text(content, 0)
        self.metadata[name], at = self.text_map(content, at)
        assert at == len(content)
        self.metadata_place = (start, len(content) + 9, name)

    def chunk(self, content, start):
        first, last, size, crc = struct.unpack_from("<QQQI", content)
        compression, at = self.text(content, 28)
        stored, = struct.unpack_from("<Q", content, at)
        records = content[at + 8:]
        assert compression == "" and stored == size == len(records) and zlib.crc32(records) == crc
        times, places = [], {}
        for op, message, place in self.records(records, 0, len(records)):
            assert op == 0x05
            number, sequence, log_time, publish_time = struct.unpack_from("<HIQQ", message)
            topic = self.channels[number][0]
            assert sequence == len(self.messages[topic]) and log_time == publish_time
            self.messages[topic].append((log_time, json.loads(message[22:], parse_constant=lambda text: 1 / 0)))
            self.order.append((log_time, topic))
            times.append(log_time)
            places.setdefault(number, []).append((log_time, place))
        assert (first, last) == (min(times), max(times))
        self.chunks.append({"times": (first, last), "start": start, "length": len(content) + 9, "size": size,
                            "places": places, "indices": {}})

    def message_index(self, content, start):
        number, size = struct.unpack_from("<HI", content)
        assert size == len(content) - 6
        entries = [struct.unpack_from("<QQ", content, at) for at in range(6, len(content), 16)]
        assert entries == self.chunks[-1]["places"][number]
        self.chunks[-1]["indices"][number] = (start, len(content) + 9)

    def summary(self, start, offset_start, data_records):
        wanted = {0x03: [c for op, c, _ in data_records if op == 0x03],
                  0x04: [c for op, c, _ in data_records if op == 0x04]}
        groups, chunk_indices = {}, []
        for op, content, place in self.records(self.data, start, offset_start):
            assert op in (0x03, 0x04, 0x0B, 0x0D, 0x08)
            assert op not in groups or groups[op][1] == place, "records of one kind stand together"
            first, _, contents = groups.get(op, (place, place, []))
            groups[op] = (first, place + 9 + len(content), contents + [content])
        assert {op: groups[op][2] for op in wanted} == wanted
        self.statistics(*groups[0x0B][2])
        offset, length, size = struct.unpack_from("<QQI", groups[0x0D][2][0])
        assert (offset, length, groups[0x0D][2][0][20:].decode()) == self.metadata_place
        for content, chunk in zip(groups.get(0x08, (0, 0, []))[2], self.chunks, strict=True):
            first, last, place, length, map_size = struct.unpack_from("<QQQQI", content)
            assert (first, last) == chunk["times"] and (place, length) == (chunk["start"], chunk["length"])
            offsets = dict(struct.unpack_from("<HQ", content, at) for at in range(36, 36 + map_size, 10))
            assert offsets == {n: there for n, (there, _) in chunk["indices"].items()}
            assert offsets.keys() == chunk["places"].keys()
            rest = struct.unpack_from("<QIQQ", content, 36 + map_size)
            assert rest == (sum(size for _, size in chunk["indices"].values()), 0, chunk["size"], chunk["size"])
        told = {}
        for op, content, _ in self.records(self.data, offset_start, len(self.data) - 8 - 29):
            assert op == 0x0E and len(content) == 17
            kind, place, length = struct.unpack("<BQQ", content)
            told[kind] = (place, place + length)
        assert told == {op: (a, b) for op, (a, b, _) in groups.items()}

    def statistics(self, content):
        total, schemas, channels, attachments, metadata, chunks, first, last, size = \
            struct.unpack_from("<QHIIIIQQI", content)
        counts = dict(struct.unpack_from("<HQ", content, at) for at in range(46, len(content), 10))
        assert counts == {n: len(self.messages[topic]) for n, (topic, _, _) in self.channels.items()}
        assert total == sum(counts.values()) and size == len(content) - 46
        assert (schemas, channels, attachments, metadata, chunks) == \
            (len(self.schemas), len(self.channels), 0, 1, len(self.chunks))
        times = [time for time, _ in self.order]
        assert (first, last) == (min(times), max(times))
