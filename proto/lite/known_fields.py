#!/usr/bin/env python3
"""known_fields.py SET: writes the table that known_fields.cc beside it reads, from what
protoc --descriptor_set_out=SET wrote: for each type its fields' tags, and the type of those
that are messages."""
import sys

# By FieldDescriptorProto.Type; 10 is a group, which proto3 has not.
WIRE_TYPE = {1: 1, 2: 5, 3: 0, 4: 0, 5: 0, 6: 1, 7: 5, 8: 0, 9: 2, 11: 2, 12: 2, 13: 0, 14: 0,
             15: 5, 16: 1, 17: 0, 18: 0}
LENGTH_DELIMITED = 2
REPEATED, MESSAGE = 3, 11


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7f) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return value, at


def fields(data):
    """Yields (number, value) of an encoded message; a value is a number or bytes."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            sys.exit(f'wire type {tag & 7} in a set of descriptors')
        yield tag >> 3, value


def one(data, number, default=None):
    return next((value for at, value in fields(data) if at == number), default)


def is_packed(field, kind):
    if one(field, 4) != REPEATED or WIRE_TYPE[kind] == LENGTH_DELIMITED:
        return False
    return one(one(field, 8, b''), 2, 1) == 1


def read(message, prefix, types):
    name = f'{prefix}.{one(message, 1).decode()}'
    types[name] = []
    for number, value in fields(message):
        if number == 2:
            kind = one(value, 5)
            wire = LENGTH_DELIMITED if is_packed(value, kind) else WIRE_TYPE[kind]
            inner = one(value, 6).decode().lstrip('.') if kind == MESSAGE else None
            types[name].append((one(value, 3) << 3 | wire, inner))
        elif number == 3:
            read(value, name, types)


def main():
    types = {}
    for number, file in fields(open(sys.argv[1], 'rb').read()):
        if number != 1:
            continue
        if one(file, 12) != b'proto3':
            sys.exit('a file that is not proto3')
        for at, message in fields(file):
            if at == 4:
                read(message, one(file, 2).decode(), types)
    index = {name: i for i, name in enumerate(types)}
    print('// Written by known_fields.py.')
    for name, known in types.items():
        rows = ', '.join('{%d, %d}' % (tag, index[inner] if inner else -1) for tag, inner in known)
        print(f'constexpr Field kFields{index[name]}[] = {{{rows or "{0, -1}"}}};')
    print('constexpr Type kTypes[] = {')
    for name, known in types.items():
        print(f'    {{"{name}", {{kFields{index[name]}, {len(known)}}}}},')
    print('};')


main()
