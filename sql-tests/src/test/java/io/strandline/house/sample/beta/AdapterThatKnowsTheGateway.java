package io.strandline.house.sample.beta;

import io.strandline.house.sample.gateway.Gateway;

/** Crosses "an adapter stands below the server". */
public record AdapterThatKnowsTheGateway(Gateway gateway) {}
