package io.strandline.parser.impl;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Supplier;

/** Tokens in their order, with a look at those to come. */
final class TokenQueue {
    private final Supplier<Token> source;
    private final Deque<Token> ahead = new ArrayDeque<>();

    TokenQueue(Supplier<Token> source) {
        this.source = source;
    }

    void clear() {
        ahead.clear();
    }

    /** The next token, which is taken. */
    Token take() {
        return ahead.isEmpty() ? source.get() : ahead.remove();
    }

    /** Puts a token before those to come. */
    void insert(Token token) {
        ahead.addFirst(token);
    }

    /** Takes tokens out of those to come that were looked at. */
    void remove(int from, int count) {
        Iterator<Token> tokens = ahead.iterator();
        for (int i = 0; i < from + count; i++) {
            tokens.next();
            if (i >= from) {
                tokens.remove();
            }
        }
    }

    /** A token to come; 0 is the next one. After the end of the text it stays the end. */
    Token peek(int distance) {
        while (ahead.size() <= distance) {
            Token last = ahead.peekLast();
            if (last != null && last.kind == StrandlineSqlParserImplConstants.EOF) {
                return last;
            }
            ahead.add(source.get());
        }
        Iterator<Token> tokens = ahead.iterator();
        for (int i = 0; i < distance; i++) {
            tokens.next();
        }
        return tokens.next();
    }
}
